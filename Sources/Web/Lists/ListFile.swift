internal import Foundation
internal import Hummingbird
internal import HummingbirdCore
internal import RetailValues

/// A list of the pages as a CSV file: its address, its columns, and the commands whose answers have its rows.
///
/// The commands are those of the page, so that both refuse the same people. Rows are asked for in parts and sent as they
/// come, so that a list of any length takes no more memory than a part of it.
///
/// ```swift
/// ListFile(
///   "/counts.csv", [.init("Count", "count"), .computed("Opened") { $0["opened_at"].moment }],
///   rows: { visit in try await visit.run(CommandWords("count", "list")).elements })
/// ```
struct ListFile: Sendable {
  struct Column: Sendable {
    let title: String
    let cell: @Sendable (JSONValue) -> String

    private init(title: String, cell: @escaping @Sendable (JSONValue) -> String) {
      self.title = title
      self.cell = cell
    }

    /// - Parameter member: the member of a row with the text.
    init(_ title: String, _ member: String) { self.init(title: title, cell: { $0[member].text ?? "" }) }

    /// - Parameter cell: makes the text of a row.
    static func computed(_ title: String, _ cell: @escaping @Sendable (JSONValue) -> String) -> Column {
      Column(title: title, cell: cell)
    }
  }

  /// Some of the rows.
  struct Part: Sendable {
    var rows: [JSONValue]
    /// Where the next part begins; nil after the last one.
    var next: String?
  }

  /// Asks for the rows from a position on; nil for the first.
  typealias Reader = @Sendable (_ position: String?) async throws -> Part

  /// How many rows a part has where the command takes a number of them.
  static let partLength = 10_000

  let path: String
  let columns: [Column]
  /// The name of the file, with what the address says of it.
  let name: @Sendable (Visit) async throws -> String
  /// What reads the list for a person.
  let reader: @Sendable (Visit) async throws -> Reader

  /// - Parameters:
  ///   - path: the address, as ``PageRoutes`` takes it.
  ///   - name: the name of the file; the last part of the address where it is nil.
  init(
    _ path: String, _ columns: [Column], named name: (@Sendable (Visit) async throws -> String)? = nil,
    reader: @escaping @Sendable (Visit) async throws -> Reader
  ) {
    (self.path, self.columns, self.reader) = (path, columns, reader)
    if let name { self.name = name } else { self.name = { _ in (path as NSString).lastPathComponent } }
  }

  /// A list that is read as a whole.
  init(
    _ path: String, _ columns: [Column], named name: (@Sendable (Visit) async throws -> String)? = nil,
    rows: @escaping @Sendable (Visit) async throws -> [JSONValue]
  ) {
    self.init(
      path, columns, named: name,
      reader: { visit in
        return { _ in Part(rows: try await rows(visit), next: nil) }
      })
  }

  /// A list of which a command takes `--limit` and `--skip`.
  ///
  /// - Parameters:
  ///   - words: the command of the page, without these options.
  ///   - member: the member of its answer that has the list; nil where the answer is the list itself.
  ///   - accepted: further exit statuses that are no failure.
  ///   - unfolds: whether a row is made of each field of a record.
  init(
    _ path: String, _ columns: [Column], named name: (@Sendable (Visit) async throws -> String)? = nil,
    of words: @escaping @Sendable (Visit) async throws -> CommandWords, in member: String?,
    accepting accepted: Set<Int32> = [], unfolds: Bool = false
  ) {
    self.init(
      path, columns, named: name,
      reader: { visit in
        let words = try await words(visit).option("limit", "\(Self.partLength)")
        return { position in
          let answer = try await visit.run(words.option("skip", position), accepting: accepted)
          let found = (member.map { answer[$0] } ?? answer).elements
          let end = (position.flatMap { Int($0) } ?? 0) + found.count
          return Part(
            rows: unfolds ? found.flatMap(\.unfolded) : found, next: found.count < Self.partLength ? nil : "\(end)")
        }
      })
  }

  func add(to routes: PageRoutes) {
    let list = self
    routes.get(path) { visit in try await list.response(visit) }
  }

  /// The file. What refuses it does so before anything is sent; where a later part fails, the sending breaks off.
  private func response(_ visit: Visit) async throws -> Response {
    let list = self
    let reader = try await reader(visit)
    let first = try await reader(nil)
    var response = Response(
      status: .ok, headers: [.contentType: "text/csv; charset=utf-8"],
      body: .init { writer in
        try await writer.write(ByteBuffer(string: Self.line(list.columns.map(\.title))))
        var part = first
        while true {
          let text = part.rows.map { row in Self.line(list.columns.map { $0.cell(row) }) }.joined()
          if !text.isEmpty { try await writer.write(ByteBuffer(string: text)) }
          guard let next = part.next else { break }
          part = try await reader(next)
        }
        try await writer.finish(nil)
      })
    response.headers[.contentDisposition] = Response.attachment(named: Uploads.safe(try await name(visit)))
    return response
  }

  /// A line in which no spreadsheet program finds a formula.
  private static func line(_ cells: [String]) -> String {
    cells.map { CSVText.field(CSVText.harmless($0)) }.joined(separator: ",") + "\r\n"
  }
}

extension JSONValue {
  /// The texts of a list's elements, with commas between them.
  var listed: String { elements.compactMap(\.text).joined(separator: ", ") }

  /// The rows of a file of records with fields: one for each field, and one for a record without any.
  var unfolded: [JSONValue] {
    let fields = self["fields"].elements
    return (fields.isEmpty ? [JSONValue.null] : fields).map { .object(["record": self, "field": $0]) }
  }

  /// An object with one more member.
  func adding(_ name: String, _ value: JSONValue) -> JSONValue {
    guard case .object(var members) = self else { return self }
    members[name] = value
    return .object(members)
  }

  /// Whether a text is in one of its members, in capital or small letters; an empty text is in all.
  func holds(_ text: String, in members: [String]) -> Bool {
    text.isEmpty || members.contains { self[$0].text?.localizedCaseInsensitiveContains(text) ?? false }
  }
}

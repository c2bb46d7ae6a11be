internal import Foundation

/// A file that was sent, with how it is to be read and what would come of it.
///
/// Its folder has the file itself, `sent.json` with what is told here, `plan` as `stockroom import --plan` writes it, and
/// `answer.json` with the answer of that command.
struct WaitingPlan: Codable, Sendable {
  /// The name of its folder.
  let id: String
  /// As the sender calls the file.
  let name: String
  /// The name under which it is kept.
  let file: String
  /// Who sent it.
  let login: String
  let sentAt: Date
  var reading = Reading()
  /// The number of the import, once it was applied.
  var importNumber: Int64?

  /// How the file is to be read: the options of `stockroom import` that answer what it asks.
  struct Reading: Codable, Sendable, Equatable {
    var kind: String?
    var profile: String?
    var supplier: String?
    var location: String?
    /// By column: the field that it is taken for; empty for a column that is left out.
    var columns: [String: String] = [:]
    var constants: [String: String] = [:]
    var decimal: String?
    var dates: String?
    var newSuppliers = false
    var newLocations = false
    var newItems = false
    /// Whether records with errors are left out.
    var leavesOut = false
  }

  static func place(of id: String, _ visit: Visit) throws(PageFailure) -> String {
    guard let folder = visit.site.uploads.folder(of: id) else { throw .notFound }
    return folder
  }

  /// The plan of that name.
  ///
  /// - Throws: that there is no such page.
  static func find(_ id: String, _ visit: Visit) throws(PageFailure) -> WaitingPlan {
    let folder = try place(of: id, visit)
    guard let data = FileManager.default.contents(atPath: folder + "/sent.json"),
      let plan = try? JSONDecoder().decode(WaitingPlan.self, from: data)
    else { throw .notFound }
    return plan
  }

  /// All that were not applied yet, the latest first.
  static func all(of visit: Visit) -> [WaitingPlan] {
    visit.site.uploads.ids.compactMap { try? find($0, visit) }.filter { $0.importNumber == nil }
      .sorted { $0.sentAt > $1.sentAt }
  }

  func save(_ visit: Visit) throws(PageFailure) {
    let folder = try Self.place(of: id, visit)
    guard let data = try? JSONEncoder().encode(self),
      FileManager.default.createFile(
        atPath: folder + "/sent.json", contents: data, attributes: [.posixPermissions: 0o600])
    else { throw PageFailure(status: .insufficientStorage, title: "The file cannot be kept", remedy: "Make room.") }
  }

  /// The address of its page.
  var address: String { "/plans/\(id)" }

  /// Its line among what needs somebody.
  var task: [String: Any] {
    [
      "what": "\(name) is waiting for a decision", "address": address, "fact": "sent by \(login)", "tag": "Plan",
      "kind": "look",
    ]
  }

  /// The words of the command that plans the file, or takes it.
  func command(in folder: String) -> CommandWords {
    CommandWords("import").option("kind", reading.kind).option("profile", reading.profile)
      .option("supplier", reading.supplier).option("location", reading.location)
      .options("map", reading.columns.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })
      .options("set", reading.constants.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })
      .option("decimal", reading.decimal).option("dates", reading.dates)
      .flag("new-suppliers", reading.newSuppliers).flag("new-locations", reading.newLocations)
      .flag("new-items", reading.newItems)
      .option("on-error", reading.leavesOut ? "skip" : nil)
      .argument("\(folder)/\(file)")
  }

  /// Makes the plan anew, and keeps what the command answered.
  func make(_ visit: Visit) async throws(PageFailure) {
    let folder = try Self.place(of: id, visit)
    try? FileManager.default.removeItem(atPath: folder + "/plan")
    let answer = await visit.answer(command(in: folder).option("plan", folder + "/plan"))
    guard
      FileManager.default.createFile(
        atPath: folder + "/answer.json", contents: Data(answer.output.utf8), attributes: [.posixPermissions: 0o600])
    else { throw PageFailure(status: .insufficientStorage, title: "The plan cannot be kept", remedy: "Make room.") }
  }

  /// What the command answered last: the answer for the file, or an error.
  func answer(_ visit: Visit) throws(PageFailure) -> JSONValue {
    let folder = try Self.place(of: id, visit)
    let data = FileManager.default.contents(atPath: folder + "/answer.json") ?? Data()
    let value = JSONValue(String(decoding: data, as: UTF8.self)) ?? .null
    return value.elements.first ?? value
  }
}

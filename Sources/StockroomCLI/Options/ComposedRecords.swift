internal import Exchange
internal import FormatKit
internal import Foundation
internal import RetailValues
internal import Stock

/// Records that a command makes. They are taken in as those of a file are: planned, guarded, applied all or none, and undone
/// as one import.
struct ComposedRecords {
  private var records: [[String: String]] = []
  /// The fields of each kind in the order in which they came.
  private var fields: [(kind: String, names: [String])] = []

  private static let kindColumn = "record_kind"

  var isEmpty: Bool { records.isEmpty }

  /// Adds a record; fields that are nil are left alone.
  mutating func add(_ kind: String, _ values: KeyValuePairs<String, String?>) {
    var record = [Self.kindColumn: kind]
    let place =
      fields.firstIndex { $0.kind == kind }
      ?? {
        fields.append((kind, []))
        return fields.count - 1
      }()
    for (name, value) in values {
      if !fields[place].names.contains(name) { fields[place].names.append(name) }
      record[name] = value
    }
    records.append(record)
  }

  /// The import that takes them in.
  ///
  /// - Parameters:
  ///   - name: what the import is called, such as `order PO-1 received`.
  ///   - shop: whose limits and settings hold.
  func request(named name: String, in folder: ShopFolder) throws -> ImportRequest {
    let columns = [Self.kindColumn] + Set(fields.flatMap(\.names)).sorted()
    var text = ""
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    for record in records {
      // Every record has every column, so that all of them are one table of one shape.
      let whole = Dictionary(uniqueKeysWithValues: columns.map { ($0, record[$0]) })
      text += String(decoding: try encoder.encode(whole), as: UTF8.self) + "\n"
    }
    var request = ImportRequest(source: .text(text, name: name))
    request.profile = MappingProfile(
      name: ImportRecord.commandProfile, summary: "Records that a command makes", format: "json-lines", decimal: .point,
      dates: .yearMonthDay,
      records: fields.map { kind, names in
        .init(
          kind: kind, condition: .column(Self.kindColumn, .oneOf([kind])),
          fields: names.map { .init(field: $0, value: .column($0)) })
      })
    // The same twice is two acts of two moments, and not a file that comes again.
    request.again = true
    try folder.apply(to: &request)
    return request
  }
}

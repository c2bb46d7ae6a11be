internal import FormatKit
internal import Foundation

/// The values of a file's columns that match nothing in the shop, and what a person says that they mean.
enum ColumnValues {
  /// How the names of the fields of the form begin, before the column and the value: `value.Category=Klothing`. Both
  /// are encoded as in addresses, so that an equals sign or a line break in them is not part of the name.
  static let prefix = "value."
  /// How the names of the fields begin that say what a column was taken for when its values were shown, before the column.
  static let shownAs = "values-of."
  /// With more names than this, they are suggested for a text field, and are not choices of a list.
  private static let mostChoices = 200
  /// How many choices the lists of one column have together at most, so that a page stays small.
  private static let mostChoicesOfColumn = 2000

  /// The field of the form for a value of a column.
  static func field(for value: String, of column: String) -> String {
    prefix + FormValues.encoded(column) + "=" + FormValues.encoded(value)
  }

  /// The column and the value of a field; nil for one of another form.
  static func parts(ofField field: String) -> (column: String, value: String)? {
    guard field.hasPrefix(prefix) else { return nil }
    let parts = field.dropFirst(prefix.count).split(separator: "=", omittingEmptySubsequences: false)
    guard parts.count == 2, let column = String(parts[0]).removingPercentEncoding,
      let value = String(parts[1]).removingPercentEncoding, !column.isEmpty, !value.isEmpty
    else { return nil }
    return (column, value)
  }

  /// What a form says: by column, the values that are taken for names of the shop.
  static func chosen(in form: FormValues) -> [String: [String: String]] {
    var values: [String: [String: String]] = [:]
    for (name, ours) in form.values(after: prefix) where !ours.isEmpty {
      guard let (column, theirs) = parts(ofField: prefix + name) else { continue }
      values[column, default: [:]][theirs] = ours
    }
    return values
  }

  /// What a form says that columns were taken for when it showed their values, as ``meaning(_:)`` writes it, by column.
  static func shown(in form: FormValues) -> [String: String] {
    form.values(after: shownAs).reduce(into: [:]) { shown, field in
      if let column = field.name.removingPercentEncoding { shown[column] = field.value }
    }
  }

  /// What a column is taken for, as the form of the columns writes it.
  ///
  /// - Parameter chosen: the field that was chosen, empty for none; nil where the column is as it was recognised.
  static func meaning(_ chosen: String?) -> String {
    guard let chosen else { return ColumnChoice.asRecognised }
    return chosen.isEmpty ? ColumnChoice.notUsed : chosen
  }

  // MARK: The page

  /// The columns of a table that have such values.
  ///
  /// - Parameter number: that of the table, from 0.
  static func columns(of table: JSONValue, number: Int, _ reading: WaitingPlan.Reading) -> [[String: Any]] {
    table["columns"].elements.enumerated().compactMap { index, column -> [String: Any]? in
      let found = column["values"]
      let unmatched = found["unmatched"].elements
      guard !unmatched.isEmpty else { return nil }
      let id = "\(number + 1)-\(index + 1)"
      let name = column["name"].text ?? ""
      let names = found["names"].elements
      let count = found["name_count"].integer ?? names.count
      let isList = count <= mostChoices && names.count * unmatched.count <= mostChoicesOfColumn
      let unchanged =
        found["makes_new"].isTrue ? LocalizedText("Make it new") : LocalizedText("Leave it as it is")
      let field = found["field"].text
      let choices = names.map { choice($0, of: field) }
      let rows = unmatched.enumerated().map { place, value in
        row(of: value, name, field, id: "near-\(id)-\(place + 1)", isList ? choices : nil)
      }
      let others = found["others"].integer ?? 0
      let more = LocalizedText(
        count: others, one: "1 more value matches nothing.",
        other: "\(PageNumber.text(others)) more values match nothing.")
      return [
        "title": LocalizedText("Column “\(name)”"), "meant_field": shownAs + FormValues.encoded(name),
        "meant": meaning(reading.columns[name]), "list": "names-\(id)", "has_list": !isList,
        "names": isList ? [] : choices, "unchanged": unchanged, "values": rows,
        "others": others == 0 ? false as Any : more as Any,
        "is_part": !found["is_whole"].isTrue,
      ]
    }
  }

  private static func choice(_ name: JSONValue, of field: String?) -> [String: Any] {
    let code = name["code"].text ?? ""
    let title = name["title"].text ?? ""
    let word = RecordWords.value(code, ofField: field, of: nil)
    let isOwn = word == LocalizedText(verbatim: code) && !title.isEmpty && title != code
    return ["code": code, "title": isOwn ? LocalizedText(verbatim: "\(title) (\(code))") : word]
  }

  /// - Parameters:
  ///   - field: what the column is taken for.
  ///   - choices: the names of the shop; nil for a text field.
  private static func row(
    of value: JSONValue, _ column: String, _ field: String?, id: String, _ choices: [[String: Any]]?
  ) -> [String: Any] {
    let text = value["value"].text ?? ""
    let chosen = value["translation"].text ?? ""
    var shown = choices ?? []
    // A name that an earlier form or another person gave, and that the shop does not have.
    if !chosen.isEmpty, !shown.contains(where: { $0["code"] as? String == chosen }) {
      shown.insert(["code": chosen, "title": chosen], at: 0)
    }
    let near = value["near"].text ?? ""
    let reason = LocalizedText(said: value["near_reason"].text)
    let line = value["first_line"].integer ?? 0
    return [
      "value": text, "field": self.field(for: text, of: column), "near_id": id,
      "rows": PageNumber.of(value["rows"].integer ?? 0, .row),
      "line": line == 0 ? LocalizedText(verbatim: "") : LocalizedText("first in line \(PageNumber.text(line))"),
      "is_list": choices != nil, "chosen": chosen,
      "choices": shown.map { choice in
        choice.merging(["is_chosen": choice["code"] as? String == chosen]) { $1 }
      },
      "has_near": !near.isEmpty,
      "near": LocalizedText("Near: \(RecordWords.value(near, ofField: field, of: nil)) (\(reason))"),
    ]
  }
}

extension WaitingPlan.Reading {
  /// The values that are taken for names of the shop, in the order of their columns.
  var translations: [ValueTranslation] {
    (values ?? [:]).sorted { $0.key < $1.key }.flatMap { column, values in
      values.sorted { $0.key < $1.key }.map { ValueTranslation(column: column, theirs: $0.key, ours: $0.value) }
    }
  }

  /// Takes what a form says of values, but for columns that it takes for something else than when it showed their values: those
  /// were names of another field. A form that does not say what it showed them as showed them as before.
  mutating func takeValues(in form: FormValues, since before: WaitingPlan.Reading) {
    let shown = ColumnValues.shown(in: form)
    let chosen = ColumnValues.chosen(in: form).filter { column, _ in
      ColumnValues.meaning(columns[column]) == shown[column] ?? ColumnValues.meaning(before.columns[column])
    }
    values = chosen.isEmpty ? nil : chosen
  }
}

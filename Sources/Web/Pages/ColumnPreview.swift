internal import Hummingbird
internal import HummingbirdCore
internal import Serving

/// What the answers of the page of columns change: the values that match nothing in the shop, and the first rows of a file as
/// the records that an import would make of them, next to what the file has in them.
enum ColumnPreview {
  /// The values of a table for the template `columns-preview`.
  ///
  /// - Parameters:
  ///   - table: a table as `inspect` describes it.
  ///   - number: that of the table, from 0.
  static func values(of table: JSONValue, number: Int, _ reading: WaitingPlan.Reading) -> [String: Any] {
    let unmatched = ColumnValues.columns(of: table, number: number, reading)
    return [
      "unmatched": unmatched, "has_unmatched": !unmatched.isEmpty, "records": rows(of: table),
      "has_records": isShown(of: table),
    ]
  }

  /// The rows of a table for the template `columns-preview`.
  ///
  /// - Parameter table: a table as `inspect` describes it. Where it says no records, the cells of the file are shown.
  static func rows(of table: JSONValue) -> [[String: Any]] {
    let columns = table["columns"].elements
    let records = table["records"].elements
    let preview = table["preview"].elements
    guard !preview.isEmpty else {
      return records.enumerated().map { number, record -> [String: Any] in
        let position = LocalizedText("Record \(number + 1)")
        return ["position": position, "cells": cells(of: record.elements, columns), "wrong": [[String: Any]]()]
      }
    }
    return preview.enumerated().map { number, row -> [String: Any] in
      let record = number < records.count ? records[number].elements : []
      return [
        "position": row.shownPosition.isEmpty ? LocalizedText("Record \(number + 1)") : row.shownPosition,
        "cells": row["fields"].elements.map { cell(of: $0, record, columns) },
        "wrong": row["problems"].elements.map { wrong($0, record, columns) },
      ]
    }
  }

  /// A value as it would be stored, with the cell that it is taken from where that is written otherwise.
  private static func cell(of field: JSONValue, _ record: [JSONValue], _ columns: [JSONValue]) -> [String: Any] {
    let name = field["field"].text ?? ""
    let value = field["value"].text ?? ""
    let sources = zip(columns, record).filter { $0.0["meaning"].elements.contains { $0.text == name } }
    let raw = sources.compactMap { $0.1.text }.joined(separator: " · ")
    return [
      "title": RecordWords.title(ofField: name),
      "value": RecordWords.value(value, ofField: name, of: field["kind"].text), "raw": raw == value ? "" : raw,
    ]
  }

  /// What is wrong with a cell, with what the file has there.
  private static func wrong(_ problem: JSONValue, _ record: [JSONValue], _ columns: [JSONValue]) -> [String: Any] {
    let column = problem["column"].text ?? ""
    let raw = zip(columns, record).first { $0.0["name"].text == column }?.1.text ?? ""
    return ["column": column, "raw": raw, "message": problem.shownMessage]
  }

  /// The cells of a row that something is taken from, each with what it means.
  private static func cells(of record: [JSONValue], _ columns: [JSONValue]) -> [[String: Any]] {
    zip(columns, record).flatMap { column, value -> [[String: Any]] in
      guard let value = value.text, !value.isEmpty else { return [] }
      return column["meaning"].elements.compactMap(\.text).map {
        ["title": RecordWords.title(ofField: $0), "value": value, "raw": ""]
      }
    }
  }

  /// Whether there is something to show of a table.
  static func isShown(of table: JSONValue) -> Bool {
    !table["records"].elements.isEmpty && table["columns"].elements.contains { !$0["meaning"].elements.isEmpty }
  }

  /// The values and the rows as the answers in a form would have them read; nothing is kept.
  static func page(of plan: WaitingPlan, _ visit: Visit) async throws -> Response {
    var plan = plan
    plan.reading = try PlanPages.reading(of: plan, visit)
    if plan.reading.profileFailure != nil { plan.reading.profile = nil }
    let seen = try await PlanPages.inspected(plan, visit)
    let reading = plan.reading
    let tables = seen["tables"].elements.enumerated().map { values(of: $1, number: $0, reading) }
    return try visit.site.html("columns-preview", ["tables": tables], in: visit.language)
  }
}

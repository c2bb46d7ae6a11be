internal import Exchange
internal import RetailValues
internal import StandardFormats
internal import Stock

/// A row of a file as the records that an import would make of it, in the answer of `stockroom inspect`.
struct PreviewedRowOutput: Encodable {
  struct Field: Encodable {
    let kind: String
    let field: String
    let value: String
  }

  struct CellProblem: Encodable {
    let column: String?
    let message: String
  }

  let line: Int
  let fields: [Field]
  let problems: [CellProblem]

  init(_ row: RowPreview.Row) {
    line = row.line
    fields = row.fields.map { Field(kind: $0.kind, field: $0.field, value: $0.value) }
    problems = row.problems.map { CellProblem(column: $0.column, message: $0.message) }
  }

  /// The first rows of a file; nil where no record can be made of them.
  ///
  /// - Parameter folder: the shop whose currency and time zone amounts and times have; nil without a shop.
  static func preview(_ count: Int, of request: ImportRequest, in folder: ShopFolder?) -> RowPreview? {
    guard count > 0, let currency = Currency(folder?.settings.currency ?? "EUR") else { return nil }
    let settings = ShopSettings(name: "", currency: currency, timeZone: folder?.settings.timeZone ?? "UTC")
    return try? RowPreview(count, of: request, registry: standardFormats, settings: settings)
  }
}

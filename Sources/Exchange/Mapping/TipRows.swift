internal import FormatKit
internal import Foundation
internal import RetailValues

/// Rows of tips in lists of sales: they hold no goods.
enum TipRows {
  /// Names of columns that say which item or which sort of row it is.
  private static let names = Vocabulary.headerNames(of: ["sku", "title", "barcode", "product_code", "description"])
    .union(MatchedColumns.doubtfulNames).union(MatchedColumns.productNames)

  /// A profile that passes such rows over, where the first rows of a list of sales have some and the shop has no item that is
  /// called so.
  static func leftOut(
    of profile: MappingProfile, _ schemas: [Schema], _ looks: [String: TableLook], _ hints: HeaderMatching.Hints
  ) -> MappingProfile {
    var profile = profile
    for table in schemas.map(\.table) {
      let sales = profile.records.first { record in
        (record.table ?? schemas.first?.table) == table
          && hints.kinds[record.kind].map { $0.movement?.isOutgoing == true && !$0.statesMovementKind } == true
      }
      guard let sales, let look = looks[table] else { continue }
      let own = sales.fields.filter { ["sku", "title"].contains($0.field) }.flatMap(\.value.columns)
      let found = look.columns.filter { name, look in
        !look.tips.isEmpty && hints.columns[name]?.isEmpty != true
          && (own.contains(name) || !names.isDisjoint(with: MatchedColumns.forms(name))
            || ColumnWords.rowSort.areIn(ColumnWords.words(of: name)))
      }.sorted { $0.key < $1.key }
      let words = Set(found.flatMap(\.value.tips)).sorted()
      guard !words.isEmpty, hints.knownCodes?.hasItem(called: words) != true else { continue }
      let conditions = found.map { name, look in
        let words = look.tips.sorted().flatMap { [$0, $0.lowercased(), $0.uppercased(), $0.capitalized] }
        return RowCondition.column(name, .oneOf(words))
      }
      profile.records.append(
        .init(
          kind: "", table: sales.table, condition: conditions.count == 1 ? conditions[0] : .any(conditions), fields: [],
          note: "are tips, by '\(found.map(\.key).joined(separator: "' and '"))'", amounts: amounts(of: sales)))
    }
    return profile
  }

  /// The columns whose product is the amount of a row of sales: that of its total, or the price and the quantity.
  private static func amounts(of sales: MappingProfile.RecordMapping) -> [String]? {
    func field(_ name: String) -> ValueExpression? { sales.fields.first { $0.field == name }?.value }
    guard let price = field("unit_price"), case .columns(let prices) = price.source, prices.count == 1 else {
      return nil
    }
    let isTotal = price.steps.contains { if case .divide = $0 { true } else { false } }
    guard !isTotal, let quantity = field("quantity"), case .columns(let quantities) = quantity.source,
      quantities.count == 1
    else { return prices }
    return prices + quantities
  }
}

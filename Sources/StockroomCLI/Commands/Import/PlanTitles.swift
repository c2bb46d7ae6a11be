internal import Exchange
internal import FormatKit
internal import Stock

/// The titles of the items and products that the records of a plan are about.
struct PlanTitles {
  /// The path of the plan.
  let plan: String
  let shop: ShopDatabase

  /// The records with the titles that they have themselves, or that the shop has.
  func titled(_ records: [SavedPlan.Record]) throws -> [ImportOutput.Change] {
    let items = try shop.titles(ofItems: records.compactMap(\.item))
    let products = try shop.titles(ofProducts: records.compactMap(\.product))
    return records.map { record in
      var change = ImportOutput.Change(record)
      change.title = record.ownTitle ?? record.item.flatMap { items[$0] } ?? record.product.flatMap { products[$0] }
      return change
    }
  }

  /// The same, and of items that the plan brings the titles that it gives them.
  func titledPage(_ records: [SavedPlan.Record]) throws -> [ImportOutput.Change] {
    var changes = try titled(records)
    let without = records.indices.filter { changes[$0].title == nil && records[$0].item != nil }
    guard !without.isEmpty else { return changes }
    let new = try newTitles(of: Set(without.compactMap { records[$0].item }))
    for index in without { changes[index].title = records[index].item.flatMap { new[$0] } }
    return changes
  }

  private func newTitles(of items: Set<String>) throws -> [String: String] {
    var titles: [String: String] = [:]
    var itemsByProduct: [String: [String]] = [:]
    var left = items
    try forEachRecord(of: "variants") { record in
      if let item = record.item, left.remove(item) != nil {
        titles[item] = record.ownTitle
        itemsByProduct[record.fields?["product_code"]?.after ?? item, default: []].append(item)
      }
      return !left.isEmpty
    }
    var products = Set(itemsByProduct.keys)
    try forEachRecord(of: "products") { record in
      if let product = record.product, products.remove(product) != nil {
        for item in itemsByProduct[product] ?? [] where titles[item] == nil { titles[item] = record.ownTitle }
      }
      return !products.isEmpty
    }
    return titles
  }

  /// Hands out the records of a kind, whose lines follow each other, until the body wants no more.
  private func forEachRecord(of kind: String, _ body: (SavedPlan.Record) -> Bool) throws {
    var saved = try SavedPlan(path: plan)
    let start = "{\"kind\":\"\(kind)\","
    var wasFound = false
    while let line = try saved.nextLine() {
      guard line.hasPrefix(start) else {
        if wasFound { return }
        continue
      }
      wasFound = true
      if let record = SavedPlan.record(line), !body(record) { return }
    }
  }
}

extension SavedPlan.Record {
  /// The SKU of the item that it is about; nil without one.
  fileprivate var item: String? { keyPart("sku") ?? fields?["sku"].flatMap { $0.after ?? $0.before } }

  /// The code of the product that it is about; nil without one.
  fileprivate var product: String? { keyPart("product_code") }

  /// The title in the record itself.
  fileprivate var ownTitle: String? { fields?["title"].flatMap { $0.after ?? $0.before } }

  private func keyPart(_ field: String) -> String? {
    guard let key, let index = Vocabulary.kind(kind)?.key.firstIndex(where: { $0.name == field }),
      key.indices.contains(index)
    else { return nil }
    return key[index]
  }
}

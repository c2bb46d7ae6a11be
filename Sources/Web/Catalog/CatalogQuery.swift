internal import Foundation
internal import RetailValues

/// A search of the catalog as its address has it: what was typed, and the values that were chosen of each facet.
struct CatalogQuery {
  /// What can be chosen by name, with its option of `catalog list`, which is its name in the address as well.
  struct Facet {
    let name: String
    let title: LocalizedText
  }

  static let facets = [
    Facet(name: "category", title: LocalizedText("Category")), Facet(name: "brand", title: LocalizedText("Brand")),
    Facet(name: "colour", title: LocalizedText("Colour")),
    Facet(name: "colour-family", title: LocalizedText("Colour family")),
    Facet(name: "size", title: LocalizedText("Size")), Facet(name: "gender", title: LocalizedText("For whom")),
    Facet(name: "store", title: LocalizedText("Store")),
  ]
  static let pageSize = 50
  /// What nobody reaches by clicks.
  private static let mostChosen = 50

  let text: String
  let chosen: [(facet: String, value: String)]
  /// The prices as they were typed.
  let priceFrom: String
  let priceTo: String
  let isInStock: Bool
  let order: String
  /// The token of the page; nil for the first.
  let after: String?
  /// The number of the page, where searches cannot be kept and pages have no tokens; nil for the first.
  let number: Int?

  init(_ query: FormValues) {
    text = Self.words(query["q"] ?? "").joined(separator: " ")
    chosen = Array(
      Self.facets.flatMap { facet in query.all(facet.name).map { (facet.name, $0) } }.prefix(Self.mostChosen))
    priceFrom = query["price-from"] ?? ""
    priceTo = query["price-to"] ?? ""
    isInStock = query["in-stock"] != nil
    order = ["newest", "price"].contains(query["order"]) ? query["order"] ?? "" : ""
    after = query["after"].flatMap { $0.isEmpty ? nil : $0 }
    number = query["page"].flatMap { Int($0) }.flatMap { $0 > 1 ? $0 : nil }
  }

  /// Why a price is not taken; nil when both are.
  var failure: PageFailure? { CountNumber.failure(priceFrom) ?? CountNumber.failure(priceTo) }

  /// The words of what was typed; of an endless text the first.
  static func words(_ text: String) -> [String] { text.prefix(200).split(separator: " ").prefix(20).map(String.init) }

  /// The search itself, without its page.
  private var search: CommandWords {
    var words = CommandWords("catalog", "list").options("title", Self.words(text))
      .option("price-from", CountNumber.normalized(priceFrom)).option("price-to", CountNumber.normalized(priceTo))
      .flag("in-stock", isInStock).option("order", order)
    for (facet, value) in chosen { words = words.option(facet, value) }
    return words
  }

  /// The products of the page, with how many there are of each value unless a search is gone on with.
  var page: CommandWords {
    guard let after else {
      return search.option("page-size", "\(Self.pageSize)").option("page", number.map { "\($0)" }).flag("facets")
    }
    return Self.page(after: after, size: Self.pageSize)
  }

  /// The first products of the search, whatever its page.
  func first(_ size: Int) -> CommandWords { search.option("page-size", "\(size)") }

  /// The products after a page.
  static func page(after token: String, size: Int) -> CommandWords {
    CommandWords("catalog", "list").option("after", token).option("page-size", "\(size)")
  }

  /// The address of the file of all that the search finds.
  var fileAddress: String { "/catalog.csv" + address().dropFirst("/catalog".count) }

  /// How many products there are of each value.
  var counts: CommandWords { search.option("page-size", "1").flag("facets") }

  var isEmpty: Bool { text.isEmpty && chosen.isEmpty && priceFrom.isEmpty && priceTo.isEmpty && !isInStock }

  /// The address of the search.
  ///
  /// - Parameters:
  ///   - left: a chosen value that is left out.
  ///   - after: the token of a page.
  ///   - number: the number of a page without a token.
  func address(
    without left: (facet: String, value: String)? = nil, after: String? = nil, number: Int? = nil
  ) -> String {
    var pairs = [
      ("q", text), ("price-from", priceFrom), ("price-to", priceTo), ("order", order), ("after", after ?? ""),
      ("page", number.map { "\($0)" } ?? ""),
    ]
    if isInStock { pairs.append(("in-stock", "yes")) }
    pairs += chosen.filter { left == nil || $0 != left ?? ("", "") }
    let query = pairs.filter { !$0.1.isEmpty }.map { "\($0.0)=\(FormValues.encoded($0.1))" }
    return query.isEmpty ? "/catalog" : "/catalog?" + query.joined(separator: "&")
  }

  /// The facets for a template: each with its values, the chosen ones and those that find most first.
  func facets(_ counts: JSONValue) -> [[String: Any]] {
    Self.facets.compactMap { facet in
      var values = counts[facet.name].elements.map { value in
        (
          value: value["value"].text ?? "", name: value["name"].text ?? value["value"].text ?? "",
          products: value["products"].integer ?? 0
        )
      }
      let ticked = chosen.filter { $0.facet == facet.name }.map(\.value)
      for value in ticked where !values.contains(where: { $0.value == value }) { values.append((value, value, 0)) }
      guard !values.isEmpty else { return nil }
      // Sizes stay in their order.
      if facet.name != "size" {
        values.sort {
          $0.products == $1.products ? DictionaryOrder.areInOrder($0.name, $1.name) : $0.products > $1.products
        }
      }
      let rows = values.enumerated().map { place, value -> [String: Any] in
        [
          "id": "f-\(facet.name)-\(place)", "value": value.value, "name": value.name,
          "products": PageNumber.text(value.products), "is_chosen": ticked.contains(value.value), "facet": facet.name,
        ]
      }
      let shown = rows.prefix(8)
      let folded = rows.dropFirst(8)
      return [
        "title": facet.title, "values": Array(shown), "more_values": Array(folded), "has_more": !folded.isEmpty,
        "more": PageNumber.text(folded.count), "is_open": folded.contains { $0["is_chosen"] as? Bool ?? false },
      ]
    }
  }

  /// The address of the page after the one with these products; nil after the last.
  func nextAddress(_ found: JSONValue) -> String? {
    if let token = found["next"].text { return address(after: token) }
    let count = found["products"].elements.count
    let last = (found["first"].integer ?? 1) + count - 1
    // A search is not kept where the shop's folder can only be read.
    guard after == nil, count == Self.pageSize, last < found["total"].integer ?? 0 else { return nil }
    return address(number: (number ?? 1) + 1)
  }

  /// The chosen values as links that take them back.
  func chips(_ counts: JSONValue) -> [[String: Any]] {
    var chips = chosen.map { choice -> [String: Any] in
      let known = counts[choice.facet].elements.first { $0["value"].text == choice.value }
      return ["title": known?["name"].text ?? choice.value, "address": address(without: choice)]
    }
    if !text.isEmpty { chips.insert(["title": "“\(text)”", "address": with(text: "").address()], at: 0) }
    return chips
  }

  private func with(text: String) -> CatalogQuery {
    var form = FormValues()
    form.append("q", text)
    for choice in chosen { form.append(choice.facet, choice.value) }
    form.append("price-from", priceFrom)
    form.append("price-to", priceTo)
    form.append("order", order)
    if isInStock { form.append("in-stock", "yes") }
    return CatalogQuery(form)
  }
}

internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import RetailValues
internal import Serving

/// The catalog, and its products.
enum CatalogPages {
  static func add(to routes: PageRoutes) {
    routes.get("/catalog") { visit in try await list(visit) }
    routes.get("/products/:code") { visit in try await product(visit) }
  }

  // MARK: Search

  private static func list(_ visit: Visit) async throws -> Response {
    let query = CatalogQuery(visit.query)
    if let failure = query.failure {
      return try visit.page(
        "catalog", title: LocalizedText("Catalog"), values(query, .null, .null), refusing: failure)
    }
    let answer = await visit.answer(query.page)
    guard answer.status == 0, let found = JSONValue(answer.output) else {
      return try visit.page(
        "catalog", title: LocalizedText("Catalog"), values(query, .null, .null), refusing: PageFailure(answer))
    }
    // A search that is gone on with is not made again, so that its counts are asked for.
    let counts = query.after == nil ? found : JSONValue(await visit.answer(query.counts).output) ?? .null
    return try visit.page("catalog", title: LocalizedText("Catalog"), values(query, found, counts))
  }

  private static func values(_ query: CatalogQuery, _ found: JSONValue, _ counts: JSONValue) -> [String: Any] {
    let products = found["products"].elements
    let first = found["first"].integer ?? 1
    let total = found["total"].integer ?? 0
    let chips = query.chips(counts["facets"])
    return [
      "q": query.text, "price_from": query.priceFrom, "price_to": query.priceTo, "is_in_stock": query.isInStock,
      "orders": [
        ("", LocalizedText("by title")), ("newest", LocalizedText("newest first")),
        ("price", LocalizedText("lowest price first")),
      ].map {
        ["value": $0.0, "title": $0.1, "is_chosen": $0.0 == query.order]
      },
      "facets": query.facets(counts["facets"]), "chips": chips, "has_chips": !chips.isEmpty, "chosen": chips.count,
      "is_open": false,
      "desk": ["prefix": "d"], "phone": ["prefix": "p"],
      "csv": query.fileAddress,
      "is_search": !query.isEmpty, "products": products.map(card), "has_products": !products.isEmpty,
      "place": products.isEmpty
        ? "" as Any
        : LocalizedText(
          "\(PageNumber.text(first)) to \(PageNumber.text(first + products.count - 1)) of \(PageNumber.text(total))"),
      "is_first": query.after == nil && query.number == nil, "first": query.address(),
      "next": query.nextAddress(found) ?? false as Any,
      "knows_stock": products.contains { if case .flag = $0["in_stock"] { true } else { false } },
    ]
  }

  /// A product for a list.
  static func card(_ product: JSONValue) -> [String: Any] {
    let code = product["product"].text ?? ""
    let isKnown = if case .flag = product["in_stock"] { true } else { false }
    return [
      "address": "/products/\(FormValues.encoded(code))", "code": code, "title": product["title"].text ?? code,
      "brand": product["brand_name"].text ?? product["brand"].text ?? "", "price": price(product),
      "regular": product["regular_price"].numberText,
      "stock": isKnown
        ? (product["in_stock"].isTrue ? LocalizedText("in stock") : LocalizedText("out of stock")) : "" as Any,
      "colours": product["colours"].elements.compactMap(\.text).joined(separator: ", "),
      "sizes": product["sizes"].elements.compactMap(\.text).joined(separator: ", "),
      "status": product["status"].text == "active" ? "" : product["status"].word as Any,
    ]
  }

  /// The price, and from which one where the variants differ.
  static func price(_ product: JSONValue) -> LocalizedText {
    guard let lowest = product["lowest_price"].text else { return LocalizedText(verbatim: "") }
    let price = LocalizedText(
      [PageNumber.text(lowest), LocalizedText(verbatim: product["currency"].text ?? "")], separator: " ")
    return product["highest_price"].text == lowest ? price : LocalizedText("from \(price)")
  }

  // MARK: One product

  /// - Parameter failure: why the number of a form on the page was not taken.
  static func product(_ visit: Visit, _ failure: PageFailure? = nil) async throws -> Response {
    let code = try visit.parameter("code")
    let words = CommandWords("catalog", "show").argument(code)
    // People who may see what is on hand work with goods that are no longer sold as well.
    let answer = await visit.answer(visit.may(.readStock) ? words.option("status", "all").flag("unpublished") : words)
    guard answer.status == 0, let shown = JSONValue(answer.output) else {
      let failure = PageFailure(answer)
      throw failure.code == "not-found" ? PageFailure.notFound : failure
    }
    let product = shown["product"]
    if let own = product["product"].text, own != code {
      // The code was that of a variant, or a barcode: a thing has one address.
      return visit.redirect(to: address(own, variant: shown["named_variant"].text))
    }
    let variants = shown["variants"].elements
    let chosen = visit.query["variant"] ?? visit.form["item"]
    let places = Set(variants.flatMap { left($0).keys }).sorted(by: DictionaryOrder.areInOrder)
    var values: [String: Any] = card(product)
    values["description"] = shown["description"].text ?? ""
    values["category"] = product["category_name"].text ?? product["category"].text ?? ""
    values["category_address"] = "/catalog?category=\(FormValues.encoded(product["category"].text ?? ""))"
    values["places"] = places.map { ["place": $0] }
    values["has_places"] = !places.isEmpty
    values["variants"] = variants.map { found -> [String: Any] in
      var row = row(found, places: places, address: values["address"] as? String ?? "", visit)
      row["is_meant"] = variants.count > 1 && found["sku"].text == chosen
      return row
    }
    values["has_variants"] = !variants.isEmpty
    values["has_kinds"] = variants.contains { $0["colour"].text != nil || $0["size"].text != nil }
    let count = shown["variant_count"].integer ?? variants.count
    values["left_out"] =
      count > variants.count
      ? LocalizedText("\(PageNumber.text(variants.count)) of \(PageNumber.text(count)) variants are shown.") : "" as Any
    let variant = chosen ?? (variants.count == 1 ? variants[0]["sku"].text : nil)
    values["movements"] = [[String: Any]]()
    values["has_movements"] = false
    values["variant"] = variant ?? ""
    values["shows_variant"] = false
    values["count_item"] = false
    values["posted_count"] = false
    if visit.mayInWholeShop(.readStock), let variant, variants.contains(where: { $0["sku"].text == variant }) {
      let stock = try await visit.run(CommandWords("stock").argument(variant))
      let start = "\(values["address"] as? String ?? "")?variant=\(FormValues.encoded(variant))"
      let slice = Slice(movements(in: stock), from: visit.query["from"], address: start, anchor: "movements")
      values["shows_variant"] = true
      values["movements"] = slice.rows.map { movement($0, visit) }
      values["has_movements"] = !slice.rows.isEmpty
      values.merge(slice.values) { $1 }
      values["csv"] = start.replacing("?", with: "/movements.csv?")
      values["ledger"] = "/reports/stock-ledger?period=&item=\(FormValues.encoded(variant))"
      values["on_hand"] = LocalizedText(stock["stock"].elements.map(onHand), separator: ", ")
      values["count_item"] = try await countForm(variant, of: code, stock["stock"].elements, visit) ?? false as Any
      values["posted_count"] = await postedCount(of: variant, visit) ?? false as Any
    }
    CountPages.show(failure, in: &values)
    return try visit.page("product", title: product["title"].text ?? code, values, status: failure?.status ?? .ok)
  }

  /// The form that opens a count of one item in a place that has or had it, or in the shop's usual place where there is
  /// none, with a link to the form that has all places; nil for people who may not open counts and enter them. People who may
  /// approve what they count enter the number there.
  ///
  /// - Parameter levels: its stock in each of these places.
  private static func countForm(
    _ sku: String, of product: String, _ levels: [JSONValue], _ visit: Visit
  ) async throws -> [String: Any]? {
    guard visit.mayInWholeShop(.runSessions), visit.may(.enterCounts) else { return nil }
    let known = ShopPlaces.codes(of: levels, visit)
    let places = known.isEmpty ? [visit.frame.location].compactMap { $0 } : known
    let location = visit.form["location"]
    return [
      "sku": sku, "place": places.first ?? "", "has_several": places.count > 1,
      "locations": places.map { ["code": $0, "is_chosen": $0 == location] as [String: Any] },
      "elsewhere": CountPages.newAddress(ofItem: sku), "is_posted": try await CountItemPages.mayPostOwn(visit),
      "act": address(product, variant: nil) + "/count", "typed": visit.form["quantity"] ?? "",
    ]
  }

  /// What a count of the item alone has changed, which the address names after it was posted; nil for any other count.
  private static func postedCount(of sku: String, _ visit: Visit) async -> [String: Any]? {
    guard let number = visit.query["counted"], visit.mayInWholeShop(.reviewCounts) else { return nil }
    let answer = await visit.answer(CommandWords("reconcile").flag("all").argument(number))
    let count = JSONValue(answer.output) ?? .null
    let lines = count["lines"].elements
    guard answer.status == 0, count["state"].text == "posted", lines.count == 1, lines[0]["sku"].text == sku else {
      return nil
    }
    return CountReviewPages.line(lines[0]).merging([
      "number": number, "address": CountPages.address(number) + "/review",
    ]) { $1 }
  }

  private static func onHand(_ level: JSONValue) -> LocalizedText {
    let lot = level["lot"].text.map { [LocalizedText("lot \($0)")] } ?? []
    return LocalizedText(
      [LocalizedText(verbatim: level["location"].text ?? "")] + lot + [level["quantity"].numberText], separator: " ")
  }

  /// The address of a product, at one of its variants where that is meant.
  static func address(_ product: String, variant sku: String?) -> String {
    let address = "/products/\(FormValues.encoded(product))"
    return sku.map { "\(address)?variant=\(FormValues.encoded($0))#\(anchor($0))" } ?? address
  }

  /// The address of a product after one of its variants was counted there.
  static func address(_ product: String, item sku: String, countedIn count: String) -> String {
    address(product, variant: nil) + "?variant=\(FormValues.encoded(sku))&counted=\(FormValues.encoded(count))"
  }

  /// The name of a variant's row, to which an address can lead.
  private static func anchor(_ sku: String) -> String { "variant-\(FormValues.encoded(sku))" }

  private static func left(_ variant: JSONValue) -> [String: Any] { variant["left"].members }

  private static func row(_ variant: JSONValue, places: [String], address: String, _ visit: Visit) -> [String: Any] {
    let sku = variant["sku"].text ?? ""
    let parts = [variant["colour"].text, variant["size"].text].compactMap { $0 }
    return [
      "sku": sku, "anchor": anchor(sku), "what": parts.joined(separator: ", "),
      "barcode": variant["barcode"].text ?? "",
      "price": variant["price"].numberText, "regular": variant["regular_price"].numberText,
      "left": places.map { ["place": $0, "quantity": variant["left"][$0].numberText] as [String: Any] },
      "movements_address": visit.mayInWholeShop(.readStock)
        ? "\(address)?variant=\(FormValues.encoded(sku))#movements" : false as Any,
    ]
  }

  /// The movements of a variant, the latest first.
  static func movements(of variant: String, _ visit: Visit) async throws -> [JSONValue] {
    movements(in: try await visit.run(CommandWords("stock").argument(variant)))
  }

  private static func movements(in stock: JSONValue) -> [JSONValue] { stock["movements"].elements.reversed() }

  /// The kind of a document and its number, of which the kind is a word of ours: `stock-level opening.csv`.
  static func document(_ text: String) -> LocalizedText {
    let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
    guard let kind = parts.first, PageWords.all.contains(ImportPages.words(kind)) else {
      return LocalizedText(verbatim: text)
    }
    return LocalizedText(
      [ImportPages.shownWords(kind)] + parts.dropFirst().map { LocalizedText(verbatim: $0) }, separator: " ")
  }

  private static func movement(_ movement: JSONValue, _ visit: Visit) -> [String: Any] {
    let file = ((movement["source"].text ?? "") as NSString).lastPathComponent
    let line = movement["source_line"].text.map { [LocalizedText("line \($0)")] } ?? []
    let reason = movement["reason"].text.map { [ImportPages.shownWords($0)] } ?? []
    return [
      "day": movement["effective_at"].shownMoment,
      "kind": LocalizedText(
        [LocalizedText(word: ImportPages.words(movement["kind"].text))] + reason, separator: ", "),
      "location": movement["location"].text ?? "",
      "quantity": movement["quantity"].numberText, "on_hand": movement["on_hand"].numberText,
      "source": file.isEmpty ? "" : LocalizedText([LocalizedText(said: file)] + line, separator: ", ") as Any,
      "source_address": FileLine.address(
        ofLine: movement["source_line"].text, inImport: movement["import_number"].text, visit),
      "document": document(movement["document"].text ?? ""),
    ]
  }
}

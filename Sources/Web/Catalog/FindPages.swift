internal import Foundation
internal import Hummingbird
internal import RetailValues
internal import Serving

/// Finding a thing by its code or its number, or products by words.
enum FindPages {
  static func add(to routes: PageRoutes) {
    routes.get("/find") { visit in
      let text = Self.text(visit)
      guard !text.isEmpty else { return visit.redirect(to: "/catalog") }
      let exact = try await things(text, visit)
      if exact.count == 1 { return visit.redirect(to: exact[0].address) }
      let found = try await visit.run(
        CommandWords("catalog", "list").options("title", CatalogQuery.words(text))
          .option("page-size", "20"))
      var products = try await Self.products(withCode: text, visit)
      let codes = Set(products.compactMap { $0["product"].text })
      products += found["products"].elements.filter { !codes.contains($0["product"].text ?? "") }
      let total = max(found["total"].integer ?? 0, products.count)
      return try visit.page(
        "find", title: LocalizedText("Find “\(text)”"),
        [
          "things": exact.map(\.values), "has_things": !exact.isEmpty, "products": products.map(CatalogPages.card),
          "has_products": !products.isEmpty, "has_nothing": exact.isEmpty && products.isEmpty,
          "more": total > products.count ? "/catalog?q=\(FormValues.encoded(text))" : false as Any,
          "total": PageNumber.text(total), "csv": "/find.csv?q=\(FormValues.encoded(text))",
        ])
    }
  }

  /// What is looked for.
  static func text(_ visit: Visit) -> String { String((visit.query["q"] ?? "").prefix(200)) }

  /// The products with a code, or a variant with it.
  static func products(withCode text: String, _ visit: Visit) async throws -> [JSONValue] {
    try await visit.run(CommandWords("catalog", "list").option("code", text).option("page-size", "20"))["products"]
      .elements
  }

  /// Something that has exactly the code or number that is looked for.
  struct Thing {
    let what: LocalizedText
    let name: String
    let address: String
    let code: String

    var values: [String: Any] { ["what": what, "name": name, "address": address] }

    /// A row of the list as a file.
    var row: JSONValue {
      .object(["what": .text(what.description), "product": .text(code), "title": .text(name)])
    }
  }

  /// What has exactly that code or number, of what the person may see.
  static func things(_ text: String, _ visit: Visit) async throws -> [Thing] {
    var things: [Thing] = []
    func thing(_ what: LocalizedText, _ title: String, _ address: String) -> Thing {
      Thing(what: what, name: title, address: address, code: text)
    }
    var show = CommandWords("catalog", "show").argument(text)
    if visit.may(.readStock) { show = show.option("status", "all").flag("unpublished") }
    if let shown = try await found(show, visit) {
      let (product, variant) = (shown["product"], shown["named_variant"].text)
      things.append(
        thing(
          variant.map { LocalizedText("Product, variant \($0)") } ?? LocalizedText("Product"),
          product["title"].text ?? text,
          CatalogPages.address(product["product"].text ?? text, variant: variant)))
    }
    let number = text.hasPrefix("#") ? String(text.dropFirst()) : text
    if !number.isEmpty, number.count < 12, number.allSatisfy({ $0.isASCII && $0.isNumber }) {
      if visit.mayInWholeShop(.readChangeSets),
        let entry = try await found(CommandWords("imports", "show").argument(number), visit)
      {
        let source = ((entry["entry"]["source"].text ?? "") as NSString).lastPathComponent
        things.append(thing(LocalizedText("Import \(number)"), source, "/imports/\(number)"))
      }
    }
    if visit.mayInWholeShop(.readCounts) {
      // The number of a count can have letters.
      for count in try await visit.run(CommandWords("count", "list")).elements {
        guard let code = count["count"].text, [text, number].contains(code) else { continue }
        things.append(thing(LocalizedText("Count \(code)"), count["location"].text ?? "", CountPages.address(code)))
      }
    }
    if visit.mayInWholeShop(.readOrders) {
      for order in try await visit.run(CommandWords("order", "list")).elements where order["order_number"].text == text
      {
        things.append(
          thing(LocalizedText("Order \(text)"), order["supplier_name"].text ?? "", OrderPages.address(order)))
      }
    }
    return things
  }

  /// What a command shows; nil where there is no such thing.
  private static func found(_ words: CommandWords, _ visit: Visit) async throws -> JSONValue? {
    let answer = await visit.answer(words)
    if answer.status == 0 { return JSONValue(answer.output) }
    let failure = PageFailure(answer)
    guard failure.status == .unprocessableContent || failure.status == .forbidden else { throw failure }
    return nil
  }
}

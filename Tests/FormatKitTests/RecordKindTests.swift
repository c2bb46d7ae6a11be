import FormatKit
import Foundation
import Testing

/// What follows from the declarations of the record kinds, readable at a glance. Other modules ask for nothing else.
@Suite struct RecordKindTests {
  private func names(_ test: (RecordKind) -> Bool) -> [String] { Vocabulary.kinds.filter(test).map(\.name) }

  @Test func rowsThatDescribeItems() {
    let parts = Vocabulary.kinds.compactMap { kind in kind.part.map { "\(kind.name): \($0)" } }
    #expect(
      parts == [
        "products: product", "variants: variant", "barcodes: barcode", "supplier_items: supply", "prices: price",
        "stock_levels: level",
      ])
  }

  @Test func ledgerAndCounts() {
    #expect(names(\.isLedger) == ["stock_levels", "receipts", "sales", "movements"])
    #expect(names(\.isMovement) == ["receipts", "sales", "movements"])
    #expect(names(\.isInShopCurrency) == ["receipts", "sales", "movements"])
    #expect(names(\.statesMovementKind) == ["movements"])
    #expect(names { $0.movement?.isOutgoing == true } == ["sales"])
    #expect(names { $0.movement?.party != nil } == ["receipts"])
    #expect(names(\.isFact) == ["stock_levels", "receipts", "sales", "movements", "counts", "count_lines"])
    #expect(names(\.isCountLine) == ["count_lines"])
  }

  @Test func linesOfDocuments() {
    let lines = Vocabulary.kinds.compactMap { kind in
      kind.document.map { "\(kind.name): \($0.kind) by \($0.number)" }
    }
    #expect(
      lines == [
        "order_lines: orders by order_number", "order_response_lines: order_responses by response_number",
        "despatch_lines: despatch_advices by despatch_number", "invoice_lines: invoices by invoice_number",
      ])
    #expect(names { $0.document?.isOwn == true } == ["order_lines"])
    #expect(names(\.numbersOwnLines) == ["order_lines", "despatch_lines", "invoice_lines"])
  }

  @Test func objectsOfOtherSystems() {
    let origins = Vocabulary.kinds.compactMap { kind -> String? in
      guard let origin = kind.table?.origin, origin != .itself else { return nil }
      return "\(kind.name): \(origin)"
    }
    #expect(
      origins == [
        "variants: product", "prices: product", "product_colours: product", "counters: subject",
        "source_objects: stated",
      ])
  }

  @Test func whatIsStoredOfThem() {
    #expect(names { $0.table?.isMadeByLedger == true } == ["lots"])
    let codes = Vocabulary.kinds.flatMap { kind in kind.comparedCodes.map { "\(kind.name).\($0.name)" } }
    #expect(codes == ["list_items.barcode", "listings.isbn"])
    #expect(
      ["orders", "order_responses", "despatch_advices", "invoices"].compactMap { Vocabulary.kind($0)?.noun } == [
        "order", "order response", "despatch advice", "invoice",
      ])
  }

  /// A module that compares the name of a kind knows something about it that its declaration does not say.
  @Test func noModuleComparesTheNameOfAKind() throws {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
    let sources = package.standardizedFileURL.appendingPathComponent("Sources").path
    let names = "\"(?:" + Vocabulary.kinds.map(\.name).joined(separator: "|") + ")\""
    let comparison = try Regex("[!=]= ?\(names)|\(names) ?[!=]=|\\bcase (?:\"[a-z_]+\", )*\(names)")
    let files = try #require(FileManager.default.enumerator(atPath: sources)?.allObjects as? [String])
    var compared: [String] = []
    for file in files where file.hasSuffix(".swift") {
      let text = try String(contentsOfFile: "\(sources)/\(file)", encoding: .utf8)
      for line in text.split(separator: "\n") where try comparison.firstMatch(in: line) != nil {
        compared.append("\(file): \(line.trimmingCharacters(in: .whitespaces))")
      }
    }
    #expect(compared == [], "add a property to RecordKind or StoredTable, and ask the kind for it")
    #expect(files.count > 500)
    #expect(try comparison.firstMatch(in: "if kind.name == \"prices\" {") != nil)
    #expect(try comparison.firstMatch(in: "case \"posts\", \"prices\": break") != nil)
  }

  @Test func whoseRecordsTheyAre() {
    #expect(names { $0.owner == .allStores } == ["foods", "storage_durations", "categories", "brands", "colours"])
    #expect(names { $0.owner == .itself } == ["locations"])
    let users = Vocabulary.kinds.compactMap { kind -> String? in
      if case .user(let naming) = kind.owner { "\(kind.name): \(naming)" } else { nil }
    }
    #expect(
      users == [
        "users: itself", "favourites: named", "follows: named", "shared_lists: list", "list_items: partOfList",
        "source_objects: code(\"source_owner\")",
      ])
    #expect(names(\.isPersonal) == users.map { String($0.prefix { $0 != ":" }) })
    #expect(names(\.namesUsers) == ["item_reports"])
  }

  @Test func recognitionAndRepetition() {
    let recognised = Vocabulary.kinds.compactMap { kind in kind.recognition.map { "\($0.rawValue) \(kind.name)" } }
    // The numbers are in files that shops keep.
    #expect(
      recognised == [
        "0 categories", "1 brands", "2 colours", "3 locations", "4 suppliers", "5 products", "6 variants", "7 barcodes",
        "8 supplier_items", "9 prices",
      ])
    #expect(recognised.count == Recognition.allCases.count)
    #expect(
      names(\.isRepeated) == ["categories", "brands", "colours", "locations", "suppliers", "products", "orders"])
    let essentials = Vocabulary.kinds.filter { !$0.essentials.isEmpty }
      .map { "\($0.name): \($0.essentials.sorted().joined(separator: ", "))" }
    #expect(
      essentials == [
        "categories: category", "brands: brand", "colours: colour", "locations: location", "suppliers: supplier",
        "barcodes: barcode", "supplier_items: pack_size, supplier_code, unit_cost", "prices: price", "lots: lot",
        "stock_levels: quantity", "count_lines: counted_quantity",
      ])
  }

  @Test func headers() {
    #expect(
      names(\.matching.isOftenNamed) == ["categories", "brands", "colours", "locations", "suppliers", "counts"])
    #expect(
      names(\.matching.isGuessed) == [
        "products", "variants", "barcodes", "supplier_items", "prices", "stock_levels", "sales", "count_lines",
      ])
    #expect(
      names(\.matching.isPurchase) == [
        "supplier_items", "order_lines", "order_response_lines", "invoice_lines", "receipts",
      ])
    let events = Vocabulary.kinds.compactMap { kind in
      kind.matching.event.map { "\(kind.name): \($0.sorted().joined(separator: ", "))" }
    }
    #expect(
      events == [
        "order_lines: ", "order_response_lines: ", "despatch_lines: ", "invoice_lines: ",
        "receipts: document, effective_at", "sales: document, effective_at", "movements: document, effective_at",
        "count_lines: ",
      ])
    let needs = Vocabulary.kinds.filter { !$0.matching.oneOf.isEmpty }
      .map { "\($0.name): \($0.matching.oneOf.sorted().joined(separator: ", "))" }
    #expect(
      needs == [
        "order_responses: responded_on, response, response_number",
        "order_response_lines: confirmed_quantity, line_response, promised_on, response_number",
        "receipts: document, effective_at", "sales: document, effective_at", "movements: document, effective_at",
      ])
    #expect(names { !$0.matching.columns.isEmpty } == ["count_lines"])
    #expect(names { !$0.matching.keyParts.isEmpty } == ["listings"])
  }

  @Test func fieldsThatTheProgramTreatsApart() {
    func fields(_ test: (RecordField) -> Bool) -> [String] {
      Vocabulary.kinds.flatMap { kind in kind.fields.filter(test).map { "\(kind.name).\($0.name)" } }
    }
    #expect(fields(\.isNeverEmpty) == ["variants.product_code", "prices.tax_included"])
    #expect(
      fields { $0.use == .instruction } == [
        "orders.replaces", "order_responses.replaces", "despatch_advices.replaces", "invoices.replaces",
        "receipts.order_unit",
      ])
    #expect(fields { $0.use == .item } == ["order_lines.title", "receipts.title", "sales.title", "movements.title"])
    #expect(
      fields(\.makesReference) == [
        "categories.parent_category", "products.category", "products.brand", "variants.colour",
        "product_colours.colour", "favourites.user", "follows.user", "shared_lists.user", "list_items.list",
        "item_reports.user", "listings.user", "posts.user",
      ])
    for kind in Vocabulary.kinds {
      // A field is the same in every kind that has it.
      for field in kind.fields {
        #expect(field.range == Vocabulary.field(field.name, field.type, field.summary).range, "\(field.name)")
      }
    }
  }
}

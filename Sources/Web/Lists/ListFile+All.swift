internal import Foundation
internal import Hummingbird
internal import RetailValues
internal import Serving

extension ListFile {
  /// The lists of all pages but those that a command writes as CSV itself: reports, the journal, and the lines of a count.
  static let all: [ListFile] =
    [catalog, found, movements, expiry, counts, orders, orderLines, jobs, periods, log]
    + [imports, importedRecords, planChanges, planProblems] + reversions + settings

  // MARK: Goods

  private static let productColumns: [Column] = [
    .init("Product", "product"), .init("Title", "title"), .init("Brand", "brand"), .init("Category", "category"),
    .init("Lowest price", "lowest_price"), .init("Highest price", "highest_price"), .init("Currency", "currency"),
    .computed("Colours") { $0["colours"].listed }, .computed("Sizes") { $0["sizes"].listed },
  ]

  private static let catalog = ListFile(
    "/catalog.csv", productColumns,
    reader: { visit in
      let query = CatalogQuery(visit.query)
      if let failure = query.failure { throw failure }
      return products(query.first(productsInPart), visit)
    })

  private static let productsInPart = 1_000

  /// Reads what a search of the catalog finds. Each part waits for its turn as reports do: everybody who may read the
  /// catalog may ask for it, and nobody's pages wait for many such files.
  private static func products(_ search: CommandWords, _ visit: Visit) -> Reader {
    return { position in
      // Where a search cannot be kept, pages have numbers in place of tokens.
      let page = position.flatMap { $0.hasPrefix(numbered) ? Int($0.dropFirst(numbered.count)) : nil }
      let words =
        if let position, page == nil { CatalogQuery.page(after: position, size: productsInPart) } else {
          search.option("page", page.map { "\($0)" })
        }
      let answer = try await visit.report(words)
      guard answer.status == 0, let found = JSONValue(answer.output) else { throw PageFailure(answer) }
      let products = found["products"].elements
      let isNumbered = (position == nil || page != nil) && products.count == productsInPart
      return Part(
        rows: products, next: found["next"].text ?? (isNumbered ? "\(numbered)\((page ?? 1) + 1)" : nil))
    }
  }

  private static let numbered = "page:"

  /// What has the code or number that is looked for, and the products with its words.
  private static let found = ListFile(
    "/find.csv",
    [
      .init("What", "what"), .init("Code", "product"), .init("Title", "title"), .init("Brand", "brand"),
      .init("Lowest price", "lowest_price"), .init("Currency", "currency"),
    ],
    reader: { visit in
      let text = FindPages.text(visit)
      let things = try await FindPages.things(text, visit).map(\.row)
      let byCode = try await FindPages.products(withCode: text, visit)
      let codes = Set(byCode.compactMap { $0["product"].text })
      let others = products(
        CommandWords("catalog", "list").options("title", CatalogQuery.words(text))
          .option("page-size", "\(productsInPart)"), visit)
      return { position in
        var part = try await others(position)
        part.rows.removeAll { codes.contains($0["product"].text ?? "") }
        if position == nil { part.rows.insert(contentsOf: byCode, at: 0) }
        part.rows = part.rows.map { $0.adding("what", .text("Product")) }
        if position == nil { part.rows.insert(contentsOf: things, at: 0) }
        return part
      }
    })

  private static let movements = ListFile(
    "/products/:code/movements.csv",
    [
      .computed("When") { $0["effective_at"].moment }, .computed("What") { ImportPages.words($0["kind"].text) },
      .init("Reason", "reason"), .init("Where", "location"), .init("Quantity", "quantity"),
      .init("On hand", "on_hand"), .init("Document", "document"),
      .computed("File") { (($0["source"].text ?? "") as NSString).lastPathComponent }, .init("Line", "source_line"),
      .init("Import", "import_number"),
    ],
    named: { visit in "movements of \(visit.query["variant"] ?? "").csv" },
    rows: { visit in
      guard visit.mayInWholeShop(.readStock) else { throw PageFailure.forbidden(.readStock) }
      guard let variant = visit.query["variant"], !variant.isEmpty else { throw PageFailure.notFound }
      return try await CatalogPages.movements(of: variant, visit)
    })

  private static let expiry = ListFile(
    "/expiry.csv",
    [
      .init("Item", "sku"), .init("Title", "title"), .init("Lot", "lot"), .init("Place", "location"),
      .init("Quantity", "remaining"), .init("Last day", "expires_on"), .init("Days left", "days_left"),
    ],
    of: { visit in try ExpiryPages.words(visit) }, in: "lots")

  private static let counts = ListFile(
    "/counts.csv",
    [
      .init("Count", "count"), .init("Kind", "kind"), .init("Location", "location"),
      .computed("Opened") { $0["opened_at"].moment }, .init("State", "state"),
      .computed("Posted") { $0["posted_at"].moment },
      .init("By", "posted_by"),
    ],
    rows: { visit in
      guard visit.may(.reviewCounts) else { throw PageFailure.forbidden(.reviewCounts) }
      return try await visit.run(CommandWords("count", "list")).elements
    })

  // MARK: Orders and jobs

  private static let orders = ListFile(
    "/orders.csv",
    [
      .init("Order", "order_number"), .init("Supplier", "supplier"), .init("Name", "supplier_name"),
      .init("Ordered", "ordered_on"), .init("Next due", "next_on"), .init("Lines", "lines"),
      .init("Open lines", "open_lines"), .init("Value", "ordered_cost"), .init("Open value", "open_cost"),
      .init("Currency", "currency"), .init("State", "state"), .init("Lines without a cost", "lines_without_cost"),
    ],
    named: { visit in "\(try OrderPages.Selection(visit.query).rawValue) orders.csv" },
    rows: { visit in
      let which = try OrderPages.Selection(visit.query)
      return try await OrderPages.listed(visit).filter(which.has)
    })

  private static let orderLines = ListFile(
    "/orders/:number/lines.csv",
    [
      .init("Line", "line"), .init("Item", "sku"), .init("Title", "title"), .init("Supplier's code", "supplier_code"),
      .init("Ordered quantity", "order_quantity"), .init("Unit", "order_unit"), .init("Pack size", "pack_size"),
      .init("Ordered", "ordered"), .init("Confirmed", "confirmed"), .init("Sent", "despatched"),
      .init("Received", "received"), .init("Invoiced", "invoiced"), .init("Open", "open"),
      .init("Cost per stock unit", "unit_cost"), .init("Invoiced cost", "invoiced_unit_cost"),
      .init("Promised", "promised_on"), .init("State", "state"), .init("Reason", "closed_reason"),
    ],
    named: { visit in "order \(try visit.parameter("number")).csv" },
    rows: { visit in try await OrderPages.shown(visit)["lines"].elements })

  private static let jobs = ListFile(
    "/jobs.csv",
    [
      .init("Job", "job"), .init("Title", "title"), .init("Schedule", "schedule"),
      .computed("State") { JobPages.state($0, $0["report"]).0.description },
      .computed("Started") { $0["report"]["last_run"]["started_at"].moment },
      .computed("Finished") { $0["report"]["last_run"]["finished_at"].moment },
      .computed("Overdue since") { $0["report"]["is_overdue"].isTrue ? $0["report"]["due_at"].moment : "" },
      .computed("Newest set") { $0["report"]["newest_set"]["number"].text ?? "" },
    ],
    rows: { visit in
      let reports = await visit.answer(CommandWords("job", "status"))
      let list = await visit.answer(CommandWords("job", "list"))
      guard let jobs = JSONValue(list.output), jobs["error"]["code"].text == nil else { throw PageFailure(list) }
      return jobs["jobs"].elements.map { job in
        job.adding("report", JobPages.report(of: job["job"].text ?? "", in: JSONValue(reports.output) ?? .null))
      }
    })

  // MARK: Books

  private static let periods = ListFile(
    "/books.csv",
    [
      .init("Period", "period"), .init("From", "from"), .init("To", "to"), .init("Entries", "entries"),
      .init("Debits", "debits"), .init("Currency", "currency"), .init("Lines without a cost", "unvalued_lines"),
      .computed("Closed") { $0["closed_at"].moment }, .init("By", "closed_by"),
      .computed("Reopened") { $0["reopened_at"].moment },
    ],
    named: { _ in "periods.csv" },
    rows: { visit in
      guard visit.may(.readJournal) else { throw PageFailure.forbidden(.readJournal) }
      return try await visit.run(CommandWords("period", "list")).elements
    })

  private static let log = ListFile(
    "/books/log.csv",
    [
      .init("Entry", "number"), .computed("When") { $0["at"].moment }, .init("Who", "actor"), .init("Login", "login"),
      .init("Role", "role"), .init("Command", "command"), .init("What", "details"),
    ],
    reader: { visit in
      let words = BookPages.logWords(visit).option("limit", "\(partLength)")
      return { position in
        // New entries come at the beginning, so that a number of rows to pass over would repeat some.
        let found = try await visit.run(words.option("before", position)).elements
        return Part(rows: found, next: found.count < partLength ? nil : found.last?["number"].text)
      }
    })
}

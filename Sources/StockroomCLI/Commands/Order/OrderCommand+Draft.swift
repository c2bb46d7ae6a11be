internal import ArgumentParser
internal import Exchange
internal import FormatKit
internal import Foundation
internal import Reporting
internal import RetailValues
internal import StandardFormats
internal import Stock

extension OrderCommand {
  struct Draft: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "draft", abstract: "Create an order for what is low in stock, and write it for the supplier.",
      discussion: """
        The lines are those that the report `reorder` suggests; a report of that name in the shop's own reports/ is used first. The \
        order is stored, so that its quantities count as on order, and written with --to in any format that the supplier \
        reads. Like any import it can be undone. With --any-item the lines are those with a --quantity instead, whether \
        they are low or not; `order items` lists what the supplier has.

        Examples:
          stockroom order draft --supplier ACME --dry-run
          stockroom order draft --supplier ACME --to order.xlsx
          stockroom order draft --supplier ACME --to order.edi --format x12 --option receiver=ZZ:ACME
          stockroom order draft --supplier ACME --param cover=30 --to order.xml --format ubl
          stockroom order draft --supplier ACME --quantity TEA-1=6 --quantity MUG-1=0
          stockroom order draft --supplier ACME --any-item --quantity POT-1=2
        """)
    static let acts = Acts(.placeOrders)

    @Option(help: ArgumentHelp("The supplier to order from.", valueName: "code"))
    var supplier: String

    @Option(help: ArgumentHelp("Number of the order; the day with a count unless given.", valueName: "number"))
    var number: String?

    @Option(
      help: ArgumentHelp(
        "Where it is to be delivered, and the only stock that is considered; the usual location and all stock unless given.",
        valueName: "code"))
    var location: String?

    @Option(help: ArgumentHelp("Requested delivery date.", valueName: "day"))
    var expected: String?

    @Option(help: ArgumentHelp("A parameter of the report reorder, such as days or cover.", valueName: "name=value"))
    var param: [String] = []

    @Option(
      name: .customLong("quantity"),
      help: ArgumentHelp(
        "How many order units of an item to order instead of what is suggested; 0 leaves it out. May be repeated.",
        valueName: "sku=number"))
    var quantities: [String] = []

    @Flag(help: "Order only the items that have a --quantity.")
    var onlyGiven = false

    @Flag(help: "Order only the items that have a --quantity, which may be any items of the supplier.")
    var anyItem = false

    @OptionGroup var writing: OrderWritingOptions

    @OptionGroup var dryRunOption: DryRunOption

    @OptionGroup var guardOptions: GuardOptions

    @OptionGroup var shopOptions: ShopOptions

    /// A line that the report suggests, or an item of the supplier, whose quantity is given.
    private struct Suggestion: Decodable {
      let sku: String
      let supplierCode: String?
      var orderQuantity: String?
      let orderUnit: String?
      let packSize: String?
      let unitCost: String?
      let currency: String?
    }

    private struct SuggestionReport: Decodable {
      struct Data: Decodable { let lines: [Suggestion] }
      let data: Data
    }

    private struct Drafted: Encodable {
      let orders: [OrderOutput]
      let file: String?
      /// The import that stored them, by which they can be undone.
      var importNumber: Int64?
    }

    func checkOptions() throws {
      guard !anyItem || param.isEmpty else {
        throw Problems(
          .usage, "--param changes what the report suggests, and --any-item takes nothing from the report",
          remedy: "Leave one of them out.")
      }
    }

    func run(in shop: OpenShop) throws -> ValueOutput {
      let database = try shop.books
      let supplier = try database.code(meantBy: self.supplier, among: .suppliers) ?? self.supplier
      let location = try database.code(self.location, among: .locations)
      let delivery = try location ?? shop.folder.settings.location ?? database.onlyLocation()
      let target = try writing.target()
      let suggestions = try chosen(
        from: anyItem
          ? items(of: supplier, at: location, in: database) : suggested(in: shop, from: supplier, location: location),
        supplier)
      let clock = database.settings.clock
      let today = String(clock.iso8601(.now).prefix(10))
      let home = database.settings.currency.code
      var currencies: [String] = []
      for line in suggestions where !currencies.contains(line.currency ?? home) {
        currencies.append(line.currency ?? home)
      }
      guard !suggestions.isEmpty else {
        return ValueOutput(Drafted(orders: [], file: nil), "Nothing of \(supplier) is low.")
      }
      guard currencies.count == 1 || writing.to == nil else {
        throw Problems(
          .refused, "the items have costs in \(currencies.joined(separator: ", ")), and an order has one currency",
          remedy: "Draft without --to, which makes an order of each, and write them with `stockroom order write`.")
      }
      let first = try number ?? database.freeOrderNumber(of: supplier, like: today.replacing("-", with: "") + "-")
      var records = ComposedRecords()
      var numbers: [String] = []
      for currency in currencies {
        let number = currencies.count == 1 ? first : "\(first)-\(currency)"
        numbers.append(number)
        records.add(
          "orders",
          [
            "supplier": supplier, "order_number": number, "ordered_on": today, "expected_on": expected,
            "location": delivery, "currency": currency,
          ])
        for (index, line) in suggestions.filter({ ($0.currency ?? home) == currency }).enumerated() {
          records.add(
            "order_lines",
            [
              "supplier": supplier, "order_number": number, "line": "\(index + 1)", "sku": line.sku,
              "supplier_code": line.supplierCode, "order_quantity": line.orderQuantity, "order_unit": line.orderUnit,
              "pack_size": line.packSize, "unit_cost": line.unitCost,
            ])
        }
      }
      var request = try records.request(named: "order \(first) drafted", in: shop.folder)
      request.accepted = try guardOptions.accepted()
      request.areQuantitiesTyped = !quantities.isEmpty
      let summary = try ImportCommand.perform(
        request, in: database, actor: dryRunOption.actor(in: shop))
      guard case .applied(let importNumber) = summary.outcome else {
        return ValueOutput(ImportOutput(summary), status: ImportCommand.status(of: summary)) {
          sayLines(suggestions)
          ImportView(summary, isFile: false).show(request.source)
        }
      }
      let orders = try numbers.map { try database.order($0, supplier: supplier) }
      if let target {
        for order in orders {
          do {
            try writing.write(order, to: target, in: database, folder: shop.folder)
          } catch {
            Terminal.note(
              "Order \(order.number) is kept, but not written; `stockroom order write \(order.number) --to FILE` writes it."
            )
            throw error
          }
        }
      }
      return ValueOutput(Drafted(orders: orders.map(OrderOutput.init), file: writing.to, importNumber: importNumber)) {
        sayLines(suggestions)
        for order in orders {
          let value = order.orderedCost.map { ", \($0)" } ?? ""
          Terminal.say(
            "Order \(order.number) to \(order.supplierName): \(Terminal.number(order.lineCount, "line"))\(value).")
        }
        if let file = writing.to, file != "-" { Terminal.say("Wrote it to \(file).") }
      }
    }

    /// What `--quantity` says of each item, in order units.
    private func givenQuantities() throws -> [(sku: String, quantity: Quantity)] {
      try quantities.map { text in
        guard let sign = text.lastIndex(of: "="), sign > text.startIndex,
          let number = try? ExactDecimal(parsing: text[text.index(after: sign)...].utf8),
          let (scaled, isExact) = number.scaled(toFractionDigits: Quantity.fractionDigits), isExact, scaled >= 0
        else {
          throw Problems(
            .usage, "--quantity \(text) is not an item and how much of it to order",
            remedy: "Write the SKU and the number of order units, such as TEA-1=6.")
        }
        return (String(text[..<sign]), Quantity(scaled: scaled))
      }
    }

    /// The suggested lines with the quantities that were given for them, without those of which none is to be ordered.
    private func chosen(from suggestions: [Suggestion], _ supplier: String) throws -> [Suggestion] {
      let given = try givenQuantities()
      guard anyItem || !suggestions.isEmpty else { return [] }
      var quantities: [String: Quantity] = [:]
      for (sku, quantity) in given {
        guard suggestions.contains(where: { $0.sku == sku }) else {
          guard !anyItem else {
            throw Problems(
              .notFound, "the supplier '\(supplier)' has no item '\(sku)'",
              remedy: "Draft the order without it.")
          }
          throw Problems(
            .notFound, "the item '\(sku)' is not among those that are running low",
            remedy: "Draft the order without it.")
        }
        quantities[sku] = quantity
      }
      let lines = suggestions.compactMap { line -> Suggestion? in
        guard let quantity = quantities[line.sku] else { return onlyGiven || anyItem ? nil : line }
        guard quantity.scaled > 0 else { return nil }
        var line = line
        line.orderQuantity = quantity.description
        return line
      }
      guard !lines.isEmpty else {
        throw Problems(
          .usage, "every item is left out, so there is nothing to order",
          remedy: "Give the quantity of at least one item.")
      }
      return lines
    }

    private func sayLines(_ lines: [Suggestion]) {
      Terminal.say(
        Terminal.table(
          ["item", "supplier's code", "order", "unit", "pack", "unit cost"],
          lines.map {
            [
              $0.sku, $0.supplierCode ?? "", $0.orderQuantity ?? "", $0.orderUnit ?? "", $0.packSize ?? "",
              [$0.unitCost, $0.currency].compactMap { $0 }.joined(separator: " "),
            ]
          }, rightAligned: [2, 4]))
    }

    /// All items of a supplier, without quantities.
    private func items(of supplier: String, at location: String?, in database: ShopDatabase) throws -> [Suggestion] {
      var lines: [Suggestion] = []
      try database.forEachItem(of: supplier, at: location) { item in
        lines.append(
          Suggestion(
            sku: item.sku, supplierCode: item.supplierCode, orderQuantity: nil, orderUnit: item.orderUnit,
            packSize: item.packSize.description, unitCost: item.unitCost?.description, currency: item.currency))
      }
      return lines
    }

    /// The lines that the report suggests.
    private func suggested(in shop: OpenShop, from supplier: String, location: String?) throws -> [Suggestion] {
      var parameters = try ReadingOptions.pairs(param, flag: "--param")
      parameters["supplier"] = supplier
      if let location { parameters["location"] = location }
      var options = ReportOptions(parameters: parameters, format: .json)
      options.seen = shop.person.sees
      var bytes = Data()
      try shop.folder.reports.report(named: "reorder").run(on: shop.folder.databasePath, options) {
        bytes.append(contentsOf: $0)
      }
      let decoder = JSONDecoder()
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      do {
        return try decoder.decode(SuggestionReport.self, from: bytes).data.lines.filter { $0.orderQuantity != nil }
      } catch is DecodingError {
        throw Problems(
          .usage, "the shop's own report reorder has no query 'lines' with the columns sku and order_quantity",
          remedy: "Let it have the columns of the one that ships; docs/guides/reports.md says which.")
      }
    }
  }

  struct Write: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "write",
      abstract: "Write an order for the supplier: CSV, spreadsheet, X12 850, EDIFACT ORDERS or UBL.",
      discussion: """
        The shop's own numbers are in stockroom.yml under identification:, the supplier's in the field gln of suppliers.

        Examples:
          stockroom order write PO-1 --to order.xlsx
          stockroom order write PO-1 --to order.edi --format edifact
        """)
    static let acts = Acts(.placeOrders)

    @OptionGroup var orderOptions: OrderOptions

    @OptionGroup var writing: OrderWritingOptions

    @OptionGroup var shopOptions: ShopOptions

    func run(in shop: OpenShop) throws -> ValueOutput {
      let database = try shop.books
      let order = try orderOptions.order(in: database)
      guard let target = try writing.target() else {
        throw Problems(.usage, "where is the order to be written?", remedy: "Give --to FILE; - is standard output.")
      }
      let lines = try writing.write(order, to: target, in: database, folder: shop.folder)
      guard let file = writing.to, file != "-" else { return .nothing }
      return ValueOutput(
        ["order": order.number, "lines": "\(lines)", "file": file],
        "Wrote order \(order.number) with \(Terminal.number(lines, "line")) to \(file).")
    }
  }
}

/// The destination and the format of a written order.
struct OrderWritingOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The file to write the order to; - for standard output.", valueName: "file"))
  var to: String?

  @Option(
    help: ArgumentHelp("csv, xlsx, x12, edifact, ubl or another format; by the file's ending.", valueName: "format"))
  var format: String?

  @Option(
    name: .customLong("option"),
    help: ArgumentHelp("An option of the format, such as receiver=ZZ:ACME.", valueName: "name=value"))
  var options: [String] = []

  @OptionGroup var formulas: FormulaOptions

  /// The format to write; nil when nothing is to be written.
  func target() throws -> RegisteredFormat? { to == nil ? nil : try Output.format(format, path: to) }

  /// - Returns: how many lines were written.
  @discardableResult
  func write(_ order: PurchaseOrder, to target: RegisteredFormat, in database: ShopDatabase, folder: ShopFolder) throws
    -> Int
  {
    let pairs = formulas.options(of: target, try ReadingOptions.pairs(options, flag: "--option"))
    return try Output.write(to: to) { sink in
      try OrderDocument(order: order.id, in: database).write(
        to: target, options: pairs, identification: folder.settings.identification, into: sink
      ).lines
    }
  }
}

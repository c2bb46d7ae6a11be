internal import ArgumentParser
internal import Exchange
internal import FormatKit
internal import Foundation
internal import RetailValues
internal import Stock

extension OrderCommand {
  struct Receive: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "receive",
      abstract:
        "Book what arrived of an order into stock: all of it, some lines, a despatch advice, or what was scanned.",
      discussion: """
        Without further options everything that is open is received. With --despatch it is what the despatch advice announces and was \
        not received yet; with --line only these lines, in order units; with --lines a scanner's file or a list of codes and \
        quantities, in stock units. Goods without another cost get the cost of the order. What is missing stays open until it \
        comes or `stockroom order close` cancels it. Like any import it can be undone.

        People who may not see the order say what came: with --lines, --line or --despatch, or with --everything if all that is \
        open came. On a terminal others are asked too. Of a list, --on-error skip leaves out codes that the shop does not know.

        Examples:
          stockroom order receive PO-1 --dry-run
          stockroom order receive PO-1 --despatch D-77
          stockroom order receive PO-1 --line 1=9 --line 3=0.5 --document DN-4711
          stockroom order receive PO-1 --lines scanned.txt --location stockroom
          stockroom order receive PO-1 --lines scanned.txt --on-error skip
          stockroom order receive PO-1 --everything
        """)
    static let acts = Acts(.recordGoods)

    @OptionGroup var orderOptions: OrderOptions

    @Option(help: ArgumentHelp("Receive what this despatch advice announces.", valueName: "number"))
    var despatch: String?

    @Option(
      name: .customLong("line"),
      help: ArgumentHelp(
        "A line with the quantity that came, in order units; without =quantity all that is open. May be repeated.",
        valueName: "line=quantity"))
    var chosen: [String] = []

    @Option(
      help: ArgumentHelp(
        "A scanner's file, or a list of codes and quantities; - for standard input.", valueName: "file"))
    var lines: String?

    @Flag(help: "Everything that is open came in full; nobody is asked.")
    var everything = false

    @OptionGroup var errorOptions: ErrorOptions

    @Option(
      help: ArgumentHelp(
        "Number of the delivery note; that of the despatch advice, else the order's with the time.", valueName: "number"
      ))
    var document: String?

    @Option(help: ArgumentHelp("Where it arrived; the order's place of delivery unless given.", valueName: "code"))
    var location: String?

    @Option(help: ArgumentHelp("When it arrived; now unless given.", valueName: "time"))
    var at: String?

    @OptionGroup var notation: NotationOptions

    @OptionGroup var dryRunOption: DryRunOption

    @OptionGroup var guardOptions: GuardOptions

    @Flag(help: "Create the items that came and are not in the shop; the same as --accept new-items.")
    var newItems = false

    @OptionGroup var shopOptions: ShopOptions

    func checkOptions() throws {
      if lines != nil, despatch != nil || !chosen.isEmpty {
        throw Problems(
          .usage, "--lines says all that came", remedy: "Leave --despatch and --line out, or give them without --lines."
        )
      }
      if everything, lines != nil || despatch != nil || !chosen.isEmpty {
        throw Problems(
          .usage, "--everything says that all that is open came",
          remedy: "Leave --despatch, --line and --lines out, or give them without --everything.")
      }
      if lines == nil, errorOptions.onError != .abort || errorOptions.rejects != nil {
        throw Problems(
          .usage, "only a list of what came can have rows that are left out",
          remedy: "Give the list with --lines, or leave --on-error and --rejects out.")
      }
    }

    func run(in shop: OpenShop) throws -> ValueOutput {
      let database = try shop.books
      let acting = shop.person
      let view = try ReceivingView(orderOptions, in: database, for: acting)
      let order = view.order
      let clock = database.settings.clock
      let moment = clock.iso8601(try MomentOption.parse(at, flag: "--at", clock: clock) ?? .now)
      let place = try database.code(location, among: .locations) ?? order.location ?? shop.folder.settings.location
      var request: ImportRequest
      if let lines {
        request = try scanned(lines, folder: shop.folder, in: database)
        request.forced = [
          "document": document ?? "\(order.number) \(moment)", "supplier": order.supplier, "order_number": order.number,
        ]
        request.forced["effective_at"] = moment
      } else {
        let parts = try despatch.map { try announced($0, order, view, in: database) } ?? open(order, view, in: database)
        guard !parts.isEmpty else {
          return ValueOutput(
            view.nothingOpen,
            despatch == nil ? "Nothing of order \(view.name) is open." : "All that was announced has been received.")
        }
        if despatch == nil, chosen.isEmpty { try confirmEverything(of: view, openLines: parts.count) }
        var records = ComposedRecords()
        for part in parts {
          records.add(
            "receipts",
            [
              "document": part.document ?? document ?? "\(order.number) \(moment)", "line": part.line,
              "supplier": order.supplier, "order_number": part.orderNumber, "sku": part.sku,
              "quantity": part.quantity.description, "order_unit": "each", "unit_cost": part.unitCost?.description,
              "location": place, "effective_at": moment, "lot": part.lot, "expires_on": part.expiresOn,
            ])
        }
        request = try records.request(named: "order \(order.number) received", in: shop.folder)
      }
      request.location = place
      request.accepted = try guardOptions.accepted()
      request.asksForNewRecords = lines != nil
      request.areQuantitiesTyped = lines == nil && chosen.contains { $0.contains("=") }
      if newItems { request.accepted.insert(GuardCode.newItems.rawValue) }
      var summary = try ImportCommand.perform(
        request, in: database, actor: dryRunOption.actor(in: shop))
      summary.hideEarlierValues(from: acting)
      view.hideOrder(in: &summary, isScanned: self.lines != nil)
      if !view.showsOrder, self.lines == nil, summary.outcome == .planned, summary.errorCount == 0,
        summary.stoppingGuards.isEmpty
      {
        return ValueOutput(ImportOutput(summary), "A dry run: nothing was changed.")
      }
      let lines = view.showsOrder ? { try database.orderLines(of: order.id) } : nil
      return ValueOutput(summary, to: request, isFile: self.lines != nil, lines: lines)
    }

    /// Has a person confirm that everything came where no option says what did.
    ///
    /// People who may not see the order cannot compare it with what came, so they always have to say it; for others a command
    /// that nobody can answer goes on.
    private func confirmEverything(of view: ReceivingView, openLines: Int) throws {
      guard !everything, !dryRunOption.isDryRun else { return }
      let canAsk = GivenInput.canAsk && !shopOptions.json
      guard canAsk || !view.showsOrder else { return }
      let count = view.showsOrder ? " (\(Terminal.number(openLines, "line")))" : ""
      let question = "Did everything that is open of order \(view.name) come in full\(count)?"
      if canAsk, Progress.held({ ShopQuestions.confirms(question) }) { return }
      throw Problems(
        .refused, "nothing was received: nothing says what came of the order '\(view.name)'",
        remedy: "Give what came with --lines FILE, --line or --despatch; if all that is open came, give --everything.")
    }

    /// A part of what came, in stock units.
    private struct Part {
      /// The document, if it is not the order's.
      var document: String?
      var line: String
      var orderNumber: String?
      var sku: String
      var quantity: Quantity
      var unitCost: UnitCost?
      var lot: String?
      var expiresOn: String?
    }

    /// The lines given with `--line`, each with its quantity; nil where all that is open is meant.
    private func choices() throws -> [(line: String, quantity: Quantity?)] {
      let mark = notation.decimal ?? .point
      return try chosen.map { text in
        guard let sign = text.lastIndex(of: "=") else { return (text, nil) }
        let number = text[text.index(after: sign)...]
        guard let written = try? ExactDecimal(parsing: number.utf8, mark: mark),
          let (scaled, isExact) = written.scaled(toFractionDigits: Quantity.fractionDigits), isExact
        else {
          throw Problems(
            .usage, "--line \(text): '\(number)' is not a quantity",
            remedy: "Write the line and what came of it, such as 1=9.")
        }
        return (String(text[..<sign]), Quantity(scaled: scaled))
      }
    }

    /// The open lines of the order, or those that `--line` gives.
    private func open(_ order: PurchaseOrder, _ view: ReceivingView, in database: ShopDatabase) throws -> [Part] {
      let lines = try database.orderLines(of: order.id)
      let isHome = order.currency == database.settings.currency.code
      func part(_ line: PurchaseOrderLine, _ quantity: Quantity) -> Part {
        Part(
          line: line.line, orderNumber: order.number, sku: line.sku, quantity: quantity,
          unitCost: isHome ? line.unitCost : nil)
      }
      if chosen.isEmpty { return lines.filter { $0.open.scaled > 0 }.map { part($0, $0.open) } }
      return try choices().compactMap { name, quantity in
        guard let line = lines.first(where: { $0.line == name }) else {
          throw Problems(
            .notFound, "the order '\(view.name)' has no line '\(name)'", remedy: view.remedy(listing: lines.map(\.line))
          )
        }
        guard let quantity else { return line.open.scaled > 0 ? part(line, line.open) : nil }
        return part(line, try units(quantity, of: line, view))
      }
    }

    private func units(
      _ quantity: Quantity, of line: PurchaseOrderLine, _ view: ReceivingView
    ) throws -> Quantity {
      let (units, rest) = (Int128(quantity.scaled) * Int128(line.packSize.scaled)).quotientAndRemainder(
        dividingBy: 1000)
      guard rest == 0, let scaled = Int64(exactly: units) else {
        throw Problems(
          .usage,
          "line \(line.line): \(quantity) order units\(view.showsOrder ? " of \(line.packSize)" : "") are not a quantity "
            + "that stock is kept in",
          remedy: "Give a quantity whose stock units have at most \(Quantity.fractionDigits) decimals.")
      }
      return Quantity(scaled: scaled)
    }

    /// The lines of a despatch advice that were not received yet, or those that `--line` gives.
    private func announced(
      _ name: String, _ order: PurchaseOrder, _ view: ReceivingView, in database: ShopDatabase
    ) throws -> [Part] {
      let (number, lines) = try view.hidingSupplier("there is no despatch advice '\(name)' of that order's supplier") {
        try database.despatchLines(name, supplier: order.supplier)
      }
      guard lines.contains(where: { $0.orderNumber == order.number }) else {
        throw Problems(
          .refused, "the despatch advice '\(number)' is not for the order '\(view.name)'",
          remedy: view.showsOrder
            ? "It is for \(Terminal.list(Set(lines.compactMap(\.orderNumber)).sorted())); name that order."
            : "Check both numbers on the delivery note.")
      }
      let receipt = document ?? number
      let taken = try database.receiptLines(receipt, supplier: order.supplier)
      let choices = try choices()
      for (name, _) in choices where !lines.contains(where: { $0.line == name }) {
        throw Problems(
          .notFound, "the despatch advice '\(number)' has no line '\(name)'",
          remedy: view.remedy(listing: lines.map(\.line)))
      }
      let orderLines = try database.orderLines(of: order.id)
      var parts: [Part] = []
      for line in lines where line.orderNumber == nil || line.orderNumber == order.number {
        let choice = choices.first { $0.line == line.line }
        if !choices.isEmpty, choice == nil { continue }
        let rest = line.despatched.subtracting(line.received ?? .zero) ?? .zero
        var quantity = rest
        if let given = choice?.quantity {
          guard let ordered = orderLines.first(where: { $0.sku == line.sku }) else {
            throw Problems(
              .refused, "line \(line.line) is of an item that the order '\(view.name)' does not have",
              remedy: "Receive it with --lines, in stock units.")
          }
          quantity = try units(given, of: ordered, view)
        }
        guard quantity.scaled > 0 else { continue }
        guard let sku = line.sku else {
          throw Problems(
            .refused,
            "line \(line.line) of the despatch advice '\(number)' is of "
              + (view.showsOrder ? "'\(line.itemCode ?? "")'" : "an item") + ", which the catalog does not have",
            remedy:
              "Import the item, then the despatch advice again with --again; or receive the other lines with --line.")
        }
        // A further part of a line is a line of its own, so that it adds up with the first.
        var name = line.line
        var count = 1
        while taken.contains(name) {
          count += 1
          name = "\(line.line)/\(count)"
        }
        parts.append(
          Part(
            document: receipt, line: name, orderNumber: line.orderNumber ?? order.number, sku: sku, quantity: quantity,
            unitCost: line.unitCost, lot: line.lot, expiresOn: line.expiresOn))
      }
      return parts
    }

    /// The items that were scanned at the door.
    private func scanned(_ file: String, folder: ShopFolder, in database: ShopDatabase) throws -> ImportRequest {
      var request = ImportRequest(source: try ReadingOptions.source(file))
      request.identityParts = ["order", orderOptions.order, document, at].compactMap { $0 }
      try folder.apply(to: &request)
      notation.apply(to: &request)
      request.profile = try ScanLayout(
        request.source, dates: notation.dates, knows: database.knowsItem
      ).profile(for: .receipt)
      request.onError = errorOptions.policy(for: request, file: file)
      return request
    }
  }
}

/// The view of the order for a person who receives goods: all of it or, for people who may not follow orders, only
/// whether the receipt was booked and what prevented it.
struct ReceivingView {
  let order: PurchaseOrder
  /// Whether lines, quantities and costs of the order may be shown.
  let showsOrder: Bool
  /// The name of the order: its number, or what the person typed.
  let name: String

  init(_ options: OrderOptions, in database: ShopDatabase, for person: ActingPerson) throws {
    showsOrder = Self.showsOrders(to: person)
    order = try Self.hidingSupplier(
      showsOrder, "the order '\(options.order)' is ambiguous, or does not exist"
    ) {
      try options.order(in: database)
    }
    name = showsOrder ? order.number : options.order
  }

  private static func showsOrders(to person: ActingPerson) -> Bool {
    person.sees.contains(.supplier) && person.roles.role(for: .readOrders) != nil
  }

  /// Runs what may name a supplier in its errors, and says `message` instead to those who may not see suppliers.
  private static func hidingSupplier<Result>(
    _ showsOrder: Bool, _ message: String, _ work: () throws -> Result
  ) throws -> Result {
    do { return try work() } catch let error as Problems
      where !showsOrder && Problem.Code.stock.contains(error.code)
    {
      throw Problems(error.code, message, remedy: "Check the number on the delivery note, or ask a manager.")
    }
  }

  func hidingSupplier<Result>(_ message: String, _ work: () throws -> Result) throws -> Result {
    try Self.hidingSupplier(showsOrder, message, work)
  }

  /// A remedy that lists what there is, for those who may see it.
  func remedy(listing names: [String]) -> String {
    showsOrder
      ? "It has: \(Terminal.list(names))."
      : "Take the number from the delivery note, or scan what came and give the file with --lines."
  }

  private struct NothingOpen: Encodable {
    let order: String
    let openLines = 0
  }

  /// The order in JSON when none of its lines is open.
  var nothingOpen: any Encodable { showsOrder ? OrderOutput(order) : NothingOpen(order: name) }

  /// Takes out what the order says, line by line.
  ///
  /// - Parameter isScanned: whether the lines are those of a file of the person's own, which they may see.
  func hideOrder(in summary: inout ImportSummary, isScanned: Bool) {
    guard !showsOrder else { return }
    summary.source = "order \(name) received"
    if !isScanned { summary.hideRecords() }
  }
}

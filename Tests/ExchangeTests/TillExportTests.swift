import Exchange
import FormatKit
import ShopCheck
import StandardFormats
import Stock
import Testing

/// Sales as tills and web shops export them, by headers that were published; see `docs/reference/till-exports.md`.
struct TillExportTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let file: String
    /// Document, SKU, quantity, price and time of each movement.
    let movements: [String]
    var testDescription: String { name }
  }

  static let square =
    "Date,Time,Time Zone,Category,Item,Qty,Price Point Name,SKU,Modifiers Applied,Gross Sales,Discounts,Net Sales,Tax,"
    + "Transaction ID,Payment ID,Device Name,Notes,Details,Event Type,Location,Dining Option,Customer ID\n"
  static let loyverse =
    "Date,Receipt number,Receipt type,Category,SKU,Item,Variant,Modifiers applied,Quantity,Gross sales,Discounts,"
    + "Net sales,Cost of goods,Gross profit,Taxes,POS,Store,Cashier name,Customer name,Customer contacts,Comment,Status\n"
  static let shopify =
    "Name,Email,Financial Status,Currency,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku\n"
  static let sumup =
    "Datum,Typ,Transaktionsnummer,Zahlungsmethode,Menge,Beschreibung,Währung,Preis vor Rabatt,Rabatt,Preis (brutto),"
    + "Preis (netto),Steuer,Steuersatz,Konto\n"

  static let cases: [Case] = [
    Case(
      name: "Square, days first, amounts of lines with a sign",
      file: square + "13/05/2026,14:00:00,London,,Mug,3,Regular,MUG,,£39.00,-£3.00,£36.00,£0.00,T1,,,,,Payment,,,\n"
        + "14/05/2026,09:30:00,London,,Mug,-1,Regular,MUG,,-£12.00,£0.00,-£12.00,£0.00,T2,,,,,Refund,,,\n",
      movements: ["T1,MUG,-3,12.00,2026-05-13T14:00:00Z", "T2,MUG,1,12.00,2026-05-14T09:30:00Z"]),
    Case(
      name: "Square, an item without a SKU by its name and variant",
      file: square + "2026-05-13,14:00:00,London,,Scarf,2,Red,,,10.00,0.00,10.00,0.00,T1,,,,,Payment,,,\n"
        + "2026-05-13,14:00:00,London,,Scarf,1,Regular,,,5.00,0.00,5.00,0.00,T1,,,,,Payment,,,\n",
      movements: ["T1,Scarf Red,-2,5.00,2026-05-13T14:00:00Z", "T1,Scarf,-1,5.00,2026-05-13T14:00:00Z"]),
    Case(
      name: "Loyverse, a refund with a positive quantity, a cancelled receipt",
      file: loyverse + "5/17/26 12:16 PM,1-3,Sale,,TEA,Tea,,,2,26.00,1.00,25.00,1,1,0,POS 1,,Ana,,,,Closed\n"
        + "5/18/26 12:16 PM,1-4,Refund,,TEA,Tea,,,1,13.00,0.00,13.00,1,1,0,POS 1,,Ana,,,,Closed\n"
        + "5/18/26 12:19 PM,1-5,Sale,,TEA,Tea,,,9,13.00,0.00,13.00,1,1,0,POS 1,,Ana,,,,Cancelled\n",
      movements: ["1-3,TEA,-2,12.50,2026-05-17T12:16:00Z", "1-4,TEA,1,13.00,2026-05-18T12:16:00Z"]),
    Case(
      name: "Shopify, the day in the first line of an order only, a voided order",
      file: shopify
        + "#1,a@example.com,paid,EUR,2026-05-01 09:59:00 +0200,1,Mug,12.00,MUG\n#1,a@example.com,,,,2,Tea,13.00,TEA\n"
        + "#2,,voided,EUR,2026-05-02 09:59:00 +0200,1,Mug,12.00,MUG\n",
      movements: ["#1,MUG,-1,12.00,2026-05-01T07:59:00Z", "#1,TEA,-2,13.00,2026-05-01T07:59:00Z"]),
    Case(
      name: "SumUp, a comma between day and time",
      file: sumup + "\"04.05.2026, 11:53\",Verkauf,T1,Bar,2,TEA,EUR,20.00,0.00,20.00,20.00,0.00,,\n"
        + "\"14.05.2026, 08:05\",Rückerstattung,T2,Bar,1,TEA,EUR,10.00,0.00,10.00,10.00,0.00,,\n",
      movements: ["T1,TEA,-2,10.00,2026-05-04T11:53:00Z", "T2,TEA,1,10.00,2026-05-14T08:05:00Z"]),
    Case(
      name: "Lightspeed X-Series, rows of sums and payments, a return, what is parked or void",
      file: lightspeed + receipt(13, "CLOSED", 2, "MUG", "24.00") + receipt(14, "ONACCOUNT_CLOSED", -1, "TEA", "-9.90")
        + receipt(15, "SAVED", 9, "TEA", "99.00") + receipt(16, "VOIDED", 9, "TEA", "99.00"),
      movements: ["13,MUG,-2,12.00,2026-05-13T00:00:00Z", "14,TEA,1,9.90,2026-05-14T00:00:00Z"]),
    Case(
      name: "Lightspeed X-Series without the older column of the status",
      file: lightspeed.replacing("Status", with: "State") + receipt(13, "closed", 2, "MUG", "24.00")
        + receipt(14, "parked", 1, "TEA", "9.90"),
      movements: ["13,MUG,-2,12.00,2026-05-13T00:00:00Z"]),
  ]

  static let lightspeed =
    "Date,Receipt Number,Line Type,Customer Code,Customer Name,Note,Quantity,Subtotal,Sales Tax,Discount,Loyalty,Total,Paid,"
    + "Details,Register,User,Status,Sku,AccountCodeSale,AccountCodePurchase\n"
  /// A receipt of Lightspeed X-Series: the row of its sums, one item and its payment.
  static func receipt(
    _ number: Int, _ status: String, _ quantity: Int, _ sku: String, _ total: String, register: String = "Main"
  ) -> String {
    let day = "2026-05-\(number) 00:00:00"
    return "\(day),\(number),Sale,,,,\(quantity),1,1,0,0,\(total),\(total),,\(register),Ana,\(status),,,\n"
      + "\(day),\(number),Sale Line,,,,\(quantity),1,1,0,0,\(total),,A thing,,,,\(sku),200,300\n"
      + "\(day),\(number),Payment,,,,,,,,,,\(total),Cash,,,,,,\n"
  }

  @Test(arguments: cases) func exportsAreSales(_ test: Case) throws {
    let prepared = try TestShop.prepared { shop in
      try shop.take("sku\nMUG\nTEA\nScarf\nScarf Red\n") { $0.kind = "variants" }
      try shop.take("location\nshop\n") { $0.kind = "locations" }
    }
    let inspection = try Inspection(
      ImportRequest(source: .text(test.file, name: "export.csv")), registry: standardFormats)
    for profile in [nil, inspection.profileText(named: "till")] {
      try check(test, in: TestShop(copyOf: prepared), profile: profile)
    }
  }

  /// Imports an export, and checks what it booked.
  private func check(_ test: Case, in shop: TestShop, profile: String?) throws {
    let summary = try shop.take(test.file, name: "export.csv", profile: profile)
    #expect(summary.errorCount == 0, "\(summary.reported)\n\(profile ?? "")")
    let movements = try shop.lines("movements", "document", "sku", "quantity", "unit_price", "effective_at")
    #expect(movements == test.movements.map { $0.replacing("Z", with: "+00:00") })
    #expect(try shop.shop.check().isEmpty)
  }

  @Test func theSumIsThatOfTheFile() throws {
    let shop = try TestShop()
    try shop.take("location\nshop\n") { $0.kind = "locations" }
    var file = Self.square
    var sold = 0
    var taken = 0
    for number in 1...500 {
      let quantity = number % 7 == 0 ? -1 : number % 4 + 1
      let kind = quantity < 0 ? "Refund" : "Payment"
      let amount = quantity * 250
      sold += quantity
      taken += amount
      file +=
        "2026-05-\(10 + number % 20),10:00:00,UTC,,Item \(number % 9),\(quantity),,S\(number % 9),,0,0,"
        + "\(amount < 0 ? "-" : "")$\(abs(amount) / 100).\(abs(amount) % 100 == 0 ? "00" : "50"),0,T\(number),,,,,\(kind),,,\n"
    }
    let summary = try shop.take(file) { $0.accepted = ["new-items"] }
    #expect(summary.errorCount == 0 && summary.count("sales", .create) == 500)
    #expect(summary.count("variants", .create) == 9)
    #expect(try shop.int("SELECT -SUM(quantity) / 1000 FROM movements") == sold)
    #expect(try shop.int("SELECT -SUM(quantity * unit_price) / 1000 FROM movements") == taken)
    #expect(try shop.int("SELECT COUNT(*) FROM products WHERE title LIKE 'Item %'") == 9)
  }

  private static let english =
    "Account,Date,Time,Type,Transaction ID,Receipt Number,Payment Method,Quantity,Description,Currency,Price (Gross),"
    + "Price (Net),Tax,Tax rate,Transaction refunded\n"

  @Test func itemsWithoutACodeAreFoundByTheirTitle() throws {
    let shop = try TestShop()
    try shop.take("sku,title,variant_title\nTEA-1,Tea,\nMUG-R,Mug,Red\nMUG-B,Mug,Blue\n")
    try shop.take("location\nshop\n") { $0.kind = "locations" }
    let summary = try shop.take(
      Self.english + ",15.03.23,11:53,Sales,T1,S1,Cash,2,tea,EUR,7.00,7.00,0.00,0%,\n"
        + ",16.03.23,11:53,Refund,T2,S2,Cash,1,Mug Red,EUR,4.00,4.00,0.00,0%,\n")
    #expect(summary.errorCount == 0, "\(summary.problems.map(\.message))")
    #expect(
      try shop.lines("movements", "document", "sku", "quantity", "unit_price", "effective_at") == [
        "T1,TEA-1,-2,3.50,2023-03-15T11:53:00+00:00", "T2,MUG-R,1,4.00,2023-03-16T11:53:00+00:00",
      ])
    #expect(summary.findings.first { $0.name == "items found by their titles" }?.value == "2")
  }

  @Test func aTitleOfSeveralItemsIsAQuestion() throws {
    let shop = try TestShop()
    try shop.take("sku,title\nM1,Mug\nM2,Mug\nT,Tea\n")
    try shop.take("location\nshop\n") { $0.kind = "locations" }
    let file = Self.english + ",15.03.23,11:53,Sales,T1,S1,Cash,2,Mug,EUR,7.00,7.00,0.00,0%,\n"
    // Not even a person who lets new items be made gets a third one.
    let summary = try shop.take(file) { $0.accepted = ["new-items"] }
    #expect(summary.problems.map(\.message) == ["'Mug' is the title of several items: 'M1' (Mug), 'M2' (Mug)"])
    #expect(!summary.isApplied)
  }

  @Test func timesWithAMAskForTheMonthFirst() throws {
    let error = try #require(throws: Problems.self) {
      try TestShop().take(
        Self.loyverse + "3/1/26 10:00 AM,1-1,Sale,,TEA,Tea,,,2,26.00,1.00,25.00,1,1,0,POS 1,,Ana,,,,Closed\n")
    }
    #expect(error.remedy.contains("--dates mdy. If the day is first, --dates dmy"))
  }

  @Test func rowsOfSumsAndPaymentsAreLeftOut() throws {
    let shop = try TestShop()
    try shop.take("sku\nA1\n") { $0.kind = "variants" }
    let file =
      "Date,Receipt Number,Line Type,Quantity,Sku\n2026-03-01 10:00:00,17,Sale,2,\n"
      + "2026-03-01 10:00:00,17,Sale Line,2,A1\n2026-03-01 10:00:00,17,Payment,,\n"
    let error = try #require(throws: Problems.self) { try shop.take(file, name: "file.csv") }
    #expect(
      error.remedy.contains(
        "import file.csv --kind sales --leave-out 'Line Type=Sale' --leave-out 'Line Type=Payment'"))
    #expect(!error.remedy.contains("--kind receipts"))
  }

  @Test func rowsThatAreNoSalesAreCounted() throws {
    let shop = try Self.shopWithItems()
    let file =
      Self.lightspeed + Self.receipt(13, "CLOSED", 2, "MUG", "24.00") + Self.receipt(15, "SAVED", 9, "TEA", "9.00")
    let summary = try shop.take(file)
    #expect(summary.isApplied)
    #expect(
      summary.findings.filter { $0.name == "rows left out" }.map { "\($0.value) \($0.evidence)" } == [
        "1 they are no completed sales, by 'Status'",
        "4 they hold no goods: sums and payments of receipts, by 'Line Type'",
      ])
  }

  private static func shopWithItems() throws -> TestShop {
    let shop = try TestShop()
    try shop.take("sku\nMUG\nTEA\n") { $0.kind = "variants" }
    try shop.take("location\nshop\n") { $0.kind = "locations" }
    return shop
  }

  /// What a receipt of Lightspeed has that is not surely sold, and the words of the question about it.
  static let doubtful: [(rows: String, question: String)] = [
    (receipt(13, "LAYBY", 2, "MUG", "24.00"), "--leave-out Status=LAYBY"),
    (receipt(13, "AWAITING_PICKUP", 2, "MUG", "24.00"), "'AWAITING_PICKUP' from line 2 on"),
    (receipt(13, "GEPARKT", 2, "MUG", "24.00"), "--leave-out Status=GEPARKT"),
    (receipt(13, "", 2, "MUG", "24.00"), "nothing from line 3 on"),
    (
      receipt(13, "CLOSED", 2, "MUG", "24.00").replacing("Sale Line", with: "Exchange"),
      "--leave-out 'Line Type=Exchange'"
    ),
  ]

  @Test(arguments: doubtful) func whatIsNotSurelySoldIsAQuestion(_ rows: String, _ question: String) throws {
    let file = Self.lightspeed + rows + Self.receipt(14, "CLOSED", 1, "TEA", "9.90")
    let summary = try Self.shopWithItems().take(file)
    #expect(!summary.isApplied)
    let asked = summary.guards.first { $0.code == .columnsNotUsed }.map { $0.examples.map(\.message) } ?? []
    #expect(asked.contains { $0.contains(question) }, "\(asked) \(summary.reported)")
  }

  /// Two receipts of Lightspeed that are surely sold.
  private static let sold =
    lightspeed + receipt(13, "CLOSED", 2, "MUG", "24.00") + receipt(14, "CLOSED", 1, "TEA", "9.90")

  /// The profile that inspection writes for a file in which all is clear.
  private static func saved(_ file: String) throws -> String {
    try Inspection(ImportRequest(source: .text(file, name: "file.csv")), registry: standardFormats)
      .profileText(named: "till")
  }

  @Test(arguments: doubtful) func theSavedProfileAsksTheSame(_ rows: String, _ question: String) throws {
    let profile = try Self.saved(Self.sold)
    let file = Self.lightspeed + rows + Self.receipt(14, "CLOSED", 1, "TEA", "9.90")
    let summary = try Self.shopWithItems().take(file, profile: profile)
    #expect(!summary.isApplied)
    let asked = summary.guards.first { $0.code == .columnsNotUsed }.map { $0.examples.map(\.message) } ?? []
    let isBlank = question.hasPrefix("nothing")
    let column = question.contains("Line Type") ? "Line Type" : "Status"
    let wanted = isBlank ? question : "in the profile, `{ ignore: true, when: { \"\(column)\": { one-of: ["
    #expect(asked.contains { $0.contains(wanted) }, "\(asked) \(summary.reported)")
    #expect(!asked.contains { $0.contains("--leave-out") })
  }

  /// The words that the conditions of a profile name are answered.
  @Test func aProfileMayLeaveAStatusOut() throws {
    let shop = try Self.shopWithItems()
    let file =
      Self.lightspeed + Self.receipt(13, "LAYBY", 2, "MUG", "24.00") + Self.receipt(14, "CLOSED", 1, "TEA", "9.90")
    let profile = try Self.saved(Self.sold)
    let edited = profile.replacing(
      "records:\n  - one-of:\n",
      with: "records:\n  - one-of:\n      - ignore: true\n        when: { \"Status\": { one-of: [\"LAYBY\"] } }\n")
    #expect(edited != profile)
    #expect(try shop.take(file, profile: edited).isApplied)
    #expect(try shop.lines("movements", "document", "sku", "quantity") == ["14,TEA,-1"])
  }

  /// A profile of a file without discounts and money paid back asks about them in the next one.
  @Test(arguments: ["Lineitem discount", "Refunded Amount"])
  func theSavedProfileAsksAboutAmountsThatAreNotInThePrice(column: String) throws {
    let header = Self.shopify.replacing("\n", with: ",\(column)\n")
    func file(_ amount: String) -> String {
      header + "#1,,paid,EUR,2026-05-01 09:59:00 +0200,1,Mug,12.00,MUG,\(amount)\n"
    }
    let profile = try Self.saved(file("0.00"))
    let clear = try Self.shopWithItems().take(file("0.00"), profile: profile)
    #expect(clear.isApplied, "\(clear.reported)")
    for own in [nil, profile] {
      let summary = try Self.shopWithItems().take(file("2.00"), profile: own)
      #expect(!summary.isApplied)
      let asked = summary.guards.first { $0.code == .columnsNotUsed }?.examples.map(\.value)
      #expect(asked == [column], "\(summary.reported)")
    }
    let written = try #require(profile.split(separator: "\n").first { $0.hasPrefix("ignored: [") })
    let more = written == "ignored: []" ? "" : ", "
    let settled = profile.replacing("\nignored: [", with: "\nignored: [\"\(column)\"\(more)")
    #expect(settled != profile)
    let answered = try Self.shopWithItems().take(file("2.00"), profile: settled)
    #expect(answered.isApplied, "\(answered.reported)")
  }

  /// A profile that was saved for one register asks about sales of another one until it leaves the column out.
  @Test func theSavedProfileAsksAboutAnotherRegister() throws {
    let profile = try Self.saved(Self.sold)
    #expect(profile.contains("ignored-while: { \"Register\": \"Main\" }"), "\(profile)")
    let same = try Self.shopWithItems().take(Self.sold, profile: profile)
    #expect(same.isApplied, "\(same.reported)")
    let both = Self.sold + Self.receipt(15, "CLOSED", 1, "TEA", "9.90", register: "Market")
    for file in [both, both.replacing(",Main,", with: ",Market,")] {
      let summary = try Self.shopWithItems().take(file, profile: profile)
      #expect(!summary.isApplied)
      let asked = summary.guards.first { $0.code == .columnsNotUsed }?.examples
      #expect(asked?.map(\.value) == ["Register"], "\(summary.reported)")
      #expect(asked?.first?.message.contains("has 'Market' in line") == true)
    }
    let settled = profile.replacing("\nignored: [", with: "\nignored: [\"Register\", ")
    #expect(settled != profile)
    #expect(try Self.shopWithItems().take(both, profile: settled).isApplied)
  }

  @Test func anAnsweredStatusIsAskedAboutNoMore() throws {
    let shop = try Self.shopWithItems()
    let file =
      Self.lightspeed + Self.receipt(13, "LAYBY", 2, "MUG", "24.00") + Self.receipt(14, "CLOSED", 1, "TEA", "9.90")
    let summary = try shop.take(file) { $0.rowRules.leftOut = ["Status": ["LAYBY"]] }
    #expect(summary.isApplied)
    #expect(try shop.lines("movements", "document", "sku", "quantity") == ["14,TEA,-1"])
  }

  @Test func registersOfSeveralPlacesAreLocations() throws {
    let shop = try Self.shopWithItems()
    let file =
      Self.lightspeed + Self.receipt(13, "CLOSED", 2, "MUG", "24.00")
      + Self.receipt(14, "CLOSED", 1, "TEA", "9.90", register: "Market")
    #expect(try !shop.take(file).isApplied)
    try shop.take("location\nMain\nMarket\n") { $0.kind = "locations" }
    #expect(try shop.take(file).isApplied)
    #expect(try shop.lines("movements", "sku", "location") == ["MUG,Main", "TEA,Market"])
  }

  /// More receipts than are looked at, with another register in the last hundred.
  private static func manyReceipts(firstRegister: String = "Main") -> String {
    let receipts = (1...700).map { number in
      receipt(13, "CLOSED", 1, "MUG", "12.00", register: number < 600 ? firstRegister : "Market")
        .replacing(",13,", with: ",\(number),")
    }
    return lightspeed + receipts.joined()
  }

  @Test(arguments: [("Main", "have 'Main' alone"), ("", "have nothing in it")])
  func aRegisterFarDownIsAQuestion(first: String, says: String) throws {
    let summary = try Self.shopWithItems().take(Self.manyReceipts(firstRegister: first))
    #expect(!summary.isApplied)
    let asked = summary.guards.first { $0.code == .columnsNotUsed }?.examples
    #expect(asked?.map(\.value) == ["Register"], "\(summary.reported)")
    let message = asked?.first?.message ?? ""
    #expect(message.contains("has 'Market' in line 1799, and the first rows \(says): "), "\(message)")
    #expect(message.contains("--map Register=location takes it"), "\(message)")
  }

  @Test func aRegisterFarDownIsALocationOrLeftOut() throws {
    let file = Self.manyReceipts()
    let shop = try Self.shopWithItems()
    let leftOut = try shop.take(file) { $0.columns = ["Register": ""] }
    #expect(leftOut.isApplied, "\(leftOut.reported)")
    let places = Set(try shop.lines("movements", "location"))
    #expect(places == ["shop"])
    let other = try Self.shopWithItems()
    let unknown = try other.take(file) { $0.columns = ["Register": "location"] }
    #expect(!unknown.isApplied)
    try other.take("location\nMain\nMarket\n") { $0.kind = "locations" }
    let known = try other.take(file) { $0.columns = ["Register": "location"] }
    #expect(known.isApplied, "\(known.reported)")
    let locations = try other.lines("movements", "location")
    let ofMarket = locations.filter { $0 == "Market" }
    #expect(locations.count == 700 && ofMarket.count == 101)
    // What is said to be of one location is booked there.
    let one = try Self.shopWithItems()
    let given = try one.take(file) { ($0.location, $0.isLocationGiven) = ("shop", true) }
    #expect(given.isApplied, "\(given.reported)")
  }

  @Test func salesOfATillAreOfferedAsNothingElse() throws {
    let shop = try Self.shopWithItems()
    let file =
      "Date,Sale ID,Line ID,Item,System ID,Custom SKU,UPC,Qty,Retail,Subtotal,Discount,Total\n"
      + "2026-03-01 10:00:00,17,31,Mug,210000000001,MUG,,2,12.00,24.00,0.00,24.00\n"
    let error = try #require(throws: Problems.self) { try shop.take(file, name: "file.csv") }
    #expect(error.remedy == "Say what the rows are:\n    stockroom import file.csv --kind sales")
    let summary = try shop.take(file) { ($0.kind, $0.accepted) = ("sales", ["columns-not-used"]) }
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try shop.lines("movements", "document", "sku", "quantity") == ["17,MUG,-2"])
  }
}

import Exchange
import FormatKit
import Stock
import Testing

/// Tills whose receipts begin again with the number 1 each day.
@Suite struct RestartedNumberTests {
  private static let header = "Bon;Datum;Artikelnummer;Menge;Einzelpreis"
  private static let first = "|1;2026-12-18;A;1;2,50|2;2026-12-18;B;1;3,50"
  private static let second = "|1;2026-12-19;A;2;2,50|2;2026-12-19;B;1;3,50"
  private static let sales = ["2026-12-18-1,A,1", "2026-12-18-2,B,1", "2026-12-19-1,A,2", "2026-12-19-2,B,1"]

  private func stockedShop() throws -> TestShop {
    let shop = try TestShop()
    try shop.takeList("sku;title;stock|A;Tea;10|B;Jam;10")
    return shop
  }

  private func sales(_ shop: TestShop) throws -> [String] {
    try shop.lines("sales", "document", "sku", "quantity").sorted()
  }

  @Test func severalDaysWithTheSameNumbersAreAQuestion() throws {
    let shop = try stockedShop()
    let list = Self.header + Self.first + Self.second
    let asked = try shop.takeList(list)
    let found = asked.stoppingGuards.first { $0.code == .columnsNotUsed }?.examples.first
    #expect(found?.value == "Bon" && found?.message.contains("--map Datum=document keeps the days apart") == true)
    let apart = try shop.takeList(list) { $0.columns = ["Datum": "document"] }
    #expect(apart.isApplied, "\(apart.reported)")
    #expect(try sales(shop) == Self.sales)
    // What is recorded already is known again.
    let again = try shop.takeList(list + "|1;2026-12-20;A;1;2,50") { $0.columns = ["Datum": "document"] }
    #expect(again.isApplied, "\(again.reported)")
    #expect(try sales(shop) == Self.sales + ["2026-12-20-1,A,1"])
  }

  /// Who says so takes the numbers as they are, and receipts of one day each ask nothing.
  @Test func numbersOfOneReceiptEachAreNoQuestion() throws {
    let plain = try stockedShop().takeList(Self.header + Self.first + Self.second) { $0.columns = ["Bon": "document"] }
    #expect(plain.isApplied, "\(plain.reported)")
    let continued = Self.second.replacing("|1;", with: "|3;").replacing("|2;", with: "|4;")
    let others = try stockedShop().takeList(Self.header + Self.first + continued)
    #expect(others.isApplied, "\(others.reported)")
  }

  @Test func theFileOfTheNextDayIsTakenWithTheDay() throws {
    let shop = try stockedShop()
    try shop.takeList(Self.header + Self.first) { $0.columns = ["Datum": "document"] }
    let next = try shop.takeList(Self.header + Self.second) { $0.columns = ["Datum": "document"] }
    #expect(next.isApplied, "\(next.reported)")
    #expect(try sales(shop) == Self.sales)
  }

  @Test func theFileOfTheNextDayIsRefusedWithTheAnswer() throws {
    let shop = try stockedShop()
    try shop.takeList(Self.header + Self.first)
    let refused = try shop.takeList(Self.header + Self.second)
    let remedies = refused.problems.filter { $0.code.id == "conflict" }.map(\.remedy)
    #expect(remedies.first?.contains("--map COLUMN=document") == true, "\(refused.reported)")
    #expect(!refused.isApplied)
  }

  /// The same sales with the day in their numbers and without it, in both orders.
  @Test(arguments: [true, false]) func theSameSalesUnderOtherNumbersAreAQuestion(isDayFirst: Bool) throws {
    let shop = try stockedShop()
    func take(withDay: Bool) throws -> ImportSummary {
      try shop.takeList(Self.header + Self.first) { $0.columns = withDay ? ["Datum": "document"] : [:] }
    }
    #expect(try take(withDay: isDayFirst).isApplied)
    let number = try shop.int("SELECT MAX(id) FROM imports")
    let recorded = try sales(shop)
    let again = try take(withDay: !isDayFirst)
    #expect(again.stoppingGuards.map(\.code) == [.sameAsRecorded], "\(again.reported)")
    let message = again.stoppingGuards.first?.examples.first?.message ?? ""
    #expect(
      message.contains("import \(number) has recorded") && message.hasSuffix("lines in the file: 2"), "\(message)")
    #expect(try sales(shop) == recorded)
    // After the undo of the one import the other one is taken.
    try shop.shop.undoImport(Int64(number), actor: manager)
    let corrected = try take(withDay: !isDayFirst)
    #expect(corrected.isApplied, "\(corrected.reported)")
    #expect(try sales(shop) == (isDayFirst ? ["1,A,1", "2,B,1"] : Array(Self.sales.prefix(2))))
  }

  /// The same sales with the till in their numbers and without it, in both orders.
  @Test(arguments: [true, false]) func theSameSalesWithTheTillInTheNumberAreAQuestion(isTillFirst: Bool) throws {
    let shop = try stockedShop()
    func take(_ till: String, withTill: Bool) throws -> ImportSummary {
      try shop.takeList(
        "till,date,receipt,sku,sold,price|\(till),2026-12-18 10:07,1,A,2,2.50|\(till),2026-12-18 10:09,2,B,1,3.50"
      ) { $0.columns = ["till": withTill ? "document" : ""] }
    }
    let first = try take("1", withTill: isTillFirst)
    #expect(first.isApplied, "\(first.reported)")
    let recorded = try sales(shop)
    let again = try take("1", withTill: !isTillFirst)
    #expect(again.stoppingGuards.map(\.code) == [.sameAsRecorded], "\(again.reported)")
    let message = again.stoppingGuards.first?.examples.first?.message ?? ""
    #expect(message.hasSuffix("and only the till in the number differs; such lines in the file: 2"), "\(message)")
    let after = try sales(shop)
    #expect(after == recorded && recorded == (isTillFirst ? ["1-1,A,2", "1-2,B,1"] : ["1,A,2", "2,B,1"]))
  }

  /// Sales of two tills with equal numbers, times and items, whose numbers have the till, are further sales.
  @Test func equalSalesOfAnotherTillAreNoQuestion() throws {
    let shop = try stockedShop()
    for till in ["1", "2"] {
      let summary = try shop.takeList(
        "till,date,receipt,sku,sold,price|\(till),2026-12-18 10:07,1,A,2,2.50"
      ) { $0.columns = ["till": "document"] }
      #expect(summary.isApplied, "\(summary.reported)")
    }
    let taken = try sales(shop)
    #expect(taken == ["1-1,A,2", "2-1,A,2"])
  }

  /// Equal sales of a day with other numbers of the till are further sales.
  @Test func equalSalesWithOtherNumbersAreNoQuestion() throws {
    let shop = try stockedShop()
    try shop.takeList(Self.header + Self.first)
    let others = Self.first.replacing("|1;", with: "|11;").replacing("|2;", with: "|12;")
    let summary = try shop.takeList(Self.header + others) { $0.columns = ["Datum": "document"] }
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try sales(shop).count == 4)
  }

  /// The same sales with days alone, whose numbers have zeros, signs or the till in one of two imports.
  @Test(
    arguments: [
      ("0001", "0002", false, "zeros or signs in the number differ"),
      ("0001", "0002", true, "the day in the number differs"),
      ("K2/0001", "K2/0002", false, "the till in the number differs"),
      ("K2-1", "K2-2", true, "the till in the number differs"),
    ] as [(String, String, Bool, String)])
  func theSameSalesWithNumbersWrittenOtherwiseAreAQuestion(
    first: String, second: String, withDay: Bool, difference: String
  ) throws {
    for others in ["", "|{3};2026-12-18;A;5;2,50"] {
      let shop = try stockedShop()
      let known = try shop.takeList(Self.header + Self.first)
      #expect(known.isApplied, "\(known.reported)")
      let recorded = try sales(shop)
      let third = String(second.dropLast()) + "3"
      let rows = "|\(first);2026-12-18;A;1;2,50|\(second);2026-12-18;B;1;3,50" + others.replacing("{3}", with: third)
      let again = try shop.takeList(Self.header + rows) { $0.columns = withDay ? ["Datum": "document"] : [:] }
      #expect(again.stoppingGuards.map(\.code) == [.sameAsRecorded], "\(again.reported)")
      let message = again.stoppingGuards.first?.examples.first?.message ?? ""
      #expect(message.hasSuffix("and only \(difference); such lines in the file: 2"), "\(message)")
      let after = try sales(shop)
      #expect(after == recorded)
    }
  }

  /// Sales with days alone that are equal to recorded ones, and whose numbers do not say that they are the same.
  @Test(arguments: [
    // A bakery sells the same each day a hundred times.
    ("|1;2026-12-18;A;1;2,50|2;2026-12-18;A;1;2,50", "|3;2026-12-18;A;1;2,50|4;2026-12-18;A;1;2,50"),
    // Another till with the same sales, all of which are equal.
    ("|1;2026-12-18;A;1;2,50|2;2026-12-18;A;1;2,50", "|K2-1;2026-12-18;A;1;2,50|K2-2;2026-12-18;A;1;2,50"),
    // Another till with some of the same sales.
    (
      "|1;2026-12-18;A;1;2,50|2;2026-12-18;B;1;3,50|3;2026-12-18;A;2;2,50",
      "|K2-1;2026-12-18;A;1;2,50|K2-2;2026-12-18;B;1;3,50|K2-3;2026-12-18;B;2;3,50"
    ),
    // The file has the recorded sale and its like.
    ("|1;2026-12-18;A;1;2,50", "|1;2026-12-18;A;1;2,50|0001;2026-12-18;A;1;2,50"),
  ]) func equalSalesOfADayAreNoQuestion(known: String, further: String) throws {
    let shop = try stockedShop()
    let first = try shop.takeList(Self.header + known)
    #expect(first.isApplied, "\(first.reported)")
    let second = try shop.takeList(Self.header + further)
    #expect(second.isApplied, "\(second.reported)")
    let all = Set((known + further).split(separator: "|"))
    #expect(try sales(shop).count == all.count)
  }

  /// What follows the day is the time.
  @Test func theDayIsTakenOutOfATime() throws {
    let shop = try stockedShop()
    let list = "Bon;Zeitpunkt;Artikelnummer;Menge;Einzelpreis|1;2026-12-18 09:13;A;1;2,50|2;2026-12-18T10:02;B;1;3,50"
    let summary = try shop.takeList(list) { $0.columns = ["Zeitpunkt": "document"] }
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try sales(shop) == Array(Self.sales.prefix(2)))
  }
}

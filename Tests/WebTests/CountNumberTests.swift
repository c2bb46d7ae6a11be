import Testing

@testable import Web

@Suite struct CountNumberTests {
  @Test(arguments: [
    ("9", "9"), (" 1,5 ", "1.5"), ("1.5", "1.5"), ("1.234,5", "1.234,5"), ("1,234,5", "1,234,5"), ("", ""), ("x", "x"),
  ])
  func takesBothDecimalMarks(typed: String, number: String) {
    #expect(CountNumber.normalized(typed) == number)
  }

  @Test func addsWithoutGoingBelowZero() {
    #expect(CountNumber.sum("0.1", "0.2") == "0.3")
    #expect(CountNumber.sum("9", "1") == "10")
    #expect(CountNumber.sum("0", "-1") == "0")
    #expect(CountNumber.sum("12", "x") == nil)
    #expect(CountNumber.sum("", "1") == nil)
    #expect(CountNumber.sum("1.2.3", "1") == nil)
    #expect(CountNumber.sum("99999999999999999999", "1") == nil)
  }

  @Test func anAddressKeepsWhatWasTyped() {
    var entry = CountEntryPages.Entry(FormValues(encoded: "way=list&item=A%261&quantity=1%2C5&skip=-4&change=1"))
    #expect(entry.way == .list)
    #expect(entry.item == "A&1")
    #expect(entry.skip == 0)
    #expect(entry.isChange)
    entry = CountEntryPages.Entry(FormValues(encoded: "way=unknown&skip=x"))
    #expect(entry.way == .scan)
    #expect(!entry.isChange)
  }

  @Test func aNumberOfAnAddressCannotLeaveItsRange() {
    for (text, skip) in [("9223372036854775807", Int.max / 2), ("-9223372036854775808", 0), ("12", 12)] {
      #expect(CountEntryPages.Entry(FormValues(encoded: "way=list&skip=\(text)")).skip == skip)
    }
  }

  @Test func aChangeKeepsTheWayOfCounting() {
    let entry = CountEntryPages.Entry(FormValues(encoded: "way=list&item=A&quantity=3&note=x&skip=2")).changing("B")
    #expect(entry.way == .list)
    #expect(entry.skip == 2)
    #expect(entry.item == "B")
    #expect(entry.quantity.isEmpty)
    #expect(entry.note.isEmpty)
    #expect(entry.isChange)
  }
}

import Testing
import Wording

@testable import Web

@Suite struct CountNumberTests {
  @Test(arguments: [
    ("9", "9"), (" 1,5 ", "1.5"), ("1.5", "1.5"), ("1.234,5", "1.234,5"), ("1,234,5", "1,234,5"), ("", ""), ("x", "x"),
  ])
  func takesBothDecimalMarks(typed: String, number: String) {
    #expect(CountNumber.normalized(typed) == number)
  }

  @Test(arguments: [
    ("1.234", "1.234 can mean 1234 or 1.234", "Write 1234, or 1.2340."),
    ("1,234", "1,234 can mean 1234 or 1.234", "Write 1234, or 1.2340."),
    ("12.500", "12.500 can mean 12500 or 12.500", "Write 12500, or 12.5000."),
    (" 1 .000", "1.000 can mean 1000 or 1.000", "Write 1000, or 1.0000."),
    ("-1.234", "1.234 can mean 1234 or 1.234", "Write 1234, or 1.2340."),
    ("1,234 %", "1,234 can mean 1234 or 1.234", "Write 1234, or 1.2340."),
    ("1.234.567", "1.234.567 has marks between its digits", "Write 1234567."),
    ("1,234,567", "1,234,567 has marks between its digits", "Write 1234567."),
    ("1.234,567", "1.234,567 has marks between its digits", "Write 1234.567."),
    ("1e3", "1e3 is not written in digits", "Write it as 7 or 0.250."),
    ("1.5E-3", "1.5E-3 is not written in digits", "Write it as 7 or 0.250."),
  ])
  func aNumberThatCanMeanAnotherIsRefused(typed: String, title: String, remedy: String) throws {
    let failure = try #require(CountNumber.failure(typed))
    #expect(failure.title.description == title)
    #expect(failure.remedy.description == remedy)
  }

  @Test func whatToWriteIsInTheLanguageOfThePage() throws {
    let german = try PageMessages(.german, in: PageTexts.pages)
    let failure = try #require(CountNumber.failure("1.234"))
    #expect(failure.title.text(in: german) == "1.234 kann 1234 oder 1,234 bedeuten")
    #expect(failure.remedy.text(in: german) == "Schreiben Sie 1234 oder 1,2340.")
    #expect(CountNumber.failure("1,2340") == nil && CountNumber.normalized("1,2340") == "1.2340")
    let marked = try #require(CountNumber.failure("1.234,567"))
    #expect(marked.remedy.text(in: german) == "Schreiben Sie 1234,567.")
    #expect(CountNumber.failure("1234,567") == nil)
    #expect(LocalizedText(typed: "17345.5").text(in: german) == "17345,5")
    #expect(LocalizedText(typed: "1.2.3").text(in: german) == "1.2.3")
  }

  @Test(arguments: [
    "", "7", "1234", "1,5", "12,50", "0,250", "0.250", "1234.5", "1234.567", "1.2340", "1.23", "x", "off",
    "1,234.5", "e3",
  ])
  func aPlainNumberIsTaken(typed: String) { #expect(CountNumber.failure(typed) == nil) }

  @Test func whatThePageItselfWroteIsTaken() {
    #expect(CountNumber.failure("1.234", shown: "1.234") == nil)
    #expect(CountNumber.failure("1,234", shown: "1.234") != nil)
    #expect(CountNumber.failure("1.234", shown: "") != nil)
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

import Foundation
import ProblemKit
import RetailValues
import Stock
import Testing

@testable import Reporting

@Test(arguments: [
  ("2026", "2026-01-01", "2026-12-31"), ("2026-Q1", "2026-01-01", "2026-03-31"),
  ("2026-Q4", "2026-10-01", "2026-12-31"), ("2026-q2", "2026-04-01", "2026-06-30"),
  ("2024-02", "2024-02-01", "2024-02-29"), ("2026-02", "2026-02-01", "2026-02-28"),
  ("2026-10-31", "2026-10-31", "2026-10-31"),
])
func periodsAreWholeDays(_ text: String, _ first: String, _ last: String) throws {
  let period = try #require(Period(text))
  #expect("\(period.first)" == first)
  #expect("\(period.last)" == last)
}

@Test(arguments: [
  "", "26", "2026-", "2026-Q5", "2026-Q0", "2026-13", "2026-00", "2026-Q", "2026-1", "Q4", "2026-02-30", "20266",
])
func otherTextsAreNoPeriods(_ text: String) {
  #expect(Period(text) == nil)
}

@Test func aPeriodFollowsTheClockOfTheShop() throws {
  let clock = try #require(ShopClock(timeZone: "Europe/Berlin"))
  let bounds = try #require(Period("2026-10")).bounds(on: clock)
  // Summer time at its beginning, winter time at its end.
  #expect(bounds.from.iso8601 == "2026-09-30T22:00:00Z")
  #expect(bounds.to.iso8601 == "2026-10-31T22:59:59.999Z")
}

private struct WrongParameters: Sendable, CustomTestStringConvertible {
  let given: [String: String]
  let codes: [Problem.Code]
  let text: String
  var testDescription: String { text }
}

@Test(arguments: [
  WrongParameters(given: ["locaton": "shop"], codes: [.unknownParameter], text: "Did you mean 'location'?"),
  WrongParameters(
    given: ["location": "shpo"], codes: [.invalidParameter],
    text: "location 'shpo' is not a location of this shop\nThere are shop, store. Did you mean 'shop'?"),
  WrongParameters(given: ["period": "2026-Q7"], codes: [.invalidParameter], text: "period '2026-Q7' is not a period"),
  WrongParameters(
    given: ["period": "2026", "to": "2026-10-01"], codes: [.contradictoryParameters],
    text: "period and to are both given"),
  WrongParameters(
    given: ["from": "yesterdy", "to": "31/10/2026", "x": "1"],
    codes: [.unknownParameter, .invalidParameter, .invalidParameter], text: "to '31/10/2026' is not a date or time"),
  WrongParameters(
    given: ["from": "2026-10-02", "to": "2026-10-01"], codes: [.contradictoryParameters], text: "ends before it begins"),
])
private func wrongParametersAreAllToldAtOnce(_ wrong: WrongParameters) throws {
  try withShop(CornerShop.fill) { path in
    let report = try shippedReports.report(named: "shrinkage")
    let error = #expect(throws: Problems.self) { _ = try report.text(on: path, wrong.given) }
    #expect(error?.all.map(\.code) == wrong.codes)
    #expect(error?.description.contains(wrong.text) == true, "\(error?.description ?? "")")
  }
}

/// A list of lines would be empty for a month, a reason or a count that does not exist, as if there were no losses.
@Test(arguments: [
  ("month", "2026-13", "month '2026-13' is not written as it should be"),
  ("month", "2026-00", "month '2026-00' is not written as it should be"),
  ("month", "October", "month 'October' is not written as it should be"),
  ("reason", "mould", "reason 'mould' is not a reason of this shop"),
  ("session", "C1", "session 'C1' is not a count session of this shop"),
])
func valuesThatDoNotExistAreRefusedByTheLinesOfShrinkage(_ name: String, _ value: String, _ text: String) throws {
  try withShop(CornerShop.fill) { path in
    let report = try shippedReports.report(named: "shrinkage-lines")
    let error = #expect(throws: Problems.self) { _ = try report.text(on: path, [name: value]) }
    #expect(error?.all.map(\.code) == [.invalidParameter])
    #expect(error?.description.contains(text) == true, "\(error?.description ?? "")")
    _ = try report.text(on: path, ["month": "2026-12", "reason": "unknown", "session": "C-1"])
  }
}

@Test func aSessionIsTheLatestPostedOneUnlessAnotherIsNamed() throws {
  let report = try shippedReports.report(named: "variance-detail")
  try withShop { _ in
  } _: { path in
    let text = try report.text(on: path, format: .html)
    #expect(text.contains("No count has been posted yet."))
  }
  try withShop(CornerShop.fill) { path in
    let error = #expect(throws: Problems.self) { _ = try report.text(on: path, ["session": "C1"]) }
    #expect(
      error?.description.contains("There are C-0, C-2, C-1. Did you mean 'C-1'?") == true, "\(error?.description ?? "")"
    )
    let text = try report.text(on: path, ["session": "C-2"], format: .csv)
    #expect(text.contains("MUG-BLUE"))
  }
}

@Test func reportsAreListedWithTheirParameters() throws {
  let (reports, problems) = shippedReports.reports()
  #expect(problems.isEmpty)
  let folders = try FileManager.default.contentsOfDirectory(
    atPath: packageRoot.appendingPathComponent("reports").path)
  #expect(reports.map(\.name) == folders.filter { !$0.hasPrefix("_") && !$0.hasPrefix(".") }.sorted())
  #expect(reports.count >= 12)
  #expect(
    reports.first { $0.name == "shrinkage" }?.parameters.map(\.name) == [
      "location", "category", "denominator", "detail", "period", "from", "to",
    ])
  #expect(reports.allSatisfy { $0.parameters.allSatisfy { !$0.help.isEmpty } })
  // A page for one product to be shared is a page and nothing else.
  #expect(reports.allSatisfy { $0.name == "share-page" || $0.formats == [.html, .csv, .json, .xlsx, .pdf] })
  let error = #expect(throws: Problems.self) { _ = try shippedReports.report(named: "shrinkge") }
  #expect(error?.description.contains("Did you mean 'shrinkage'?") == true)
}

import Exchange
import FormatKit
import Foundation
import ProgramTesting
import RetailValues
import Testing

@Suite struct CalendarFeedTests {
  private let odd =
    "Crème; fraîche, \"30 %\" \\ Käse 🧀\nand a line that is so long that it has to be folded more than once, ÄÖÜ"

  private func feed(_ titles: [String]) throws -> String {
    let sink = ByteSink.memory()
    let calendar = try CalendarFeed(named: "Kitchen, home", domain: "stockroom", to: sink)
    for title in titles {
      try calendar.add(
        CalendarFeed.Event(
          identity: title, day: try #require(CalendarDate("2028-02-29")), title: title, details: "two of them",
          place: "shop", learntAt: Timestamp(millisecondsSince1970: 1_767_225_600_500), reminders: [7, 1, 0, 7]))
    }
    try calendar.finish()
    return sink.collectedText
  }

  /// RFC 5545, section 3.1: lines of at most 75 octets, ended by CRLF, folded between characters.
  @Test func linesAreFoldedBetweenCharacters() throws {
    let text = try feed([odd])
    let lines = text.components(separatedBy: "\r\n")
    #expect(lines.last == "")
    #expect(!text.replacingOccurrences(of: "\r\n", with: "").contains { $0 == "\n" || $0 == "\r" })
    for line in lines { #expect(line.utf8.count <= 75, "\(line)") }
    let unfolded = text.replacingOccurrences(of: "\r\n ", with: "")
    #expect(
      unfolded.contains(
        "SUMMARY:Crème\\; fraîche\\, \"30 %\" \\\\ Käse 🧀\\nand a line that is so long that it has to be folded more than "
          + "once\\, ÄÖÜ\r\n"))
  }

  @Test func anEventIsADayWithItsReminders() throws {
    let lines = try feed(["Milk"]).components(separatedBy: "\r\n")
    for line in [
      "METHOD:PUBLISH", "X-WR-CALNAME:Kitchen\\, home", "REFRESH-INTERVAL;VALUE=DURATION:PT6H", "X-PUBLISHED-TTL:PT6H",
      "DTSTAMP:20260101T000000Z", "DTSTART;VALUE=DATE:20280229", "DTEND;VALUE=DATE:20280301", "TRANSP:TRANSPARENT",
    ] { #expect(lines.count { $0 == line } == 1, "\(line)") }
    #expect(lines.filter { $0.hasPrefix("TRIGGER") } == ["TRIGGER:-PT159H", "TRIGGER:-PT15H", "TRIGGER:PT9H"])
  }

  @Test func theSameEventsGiveTheSameBytesAndEachItsOwnName() throws {
    let titles = (0..<500).map { "Item \($0)" }
    let text = try feed(titles)
    #expect(try feed(titles) == text)
    let names = text.components(separatedBy: "\r\n").filter { $0.hasPrefix("UID:") }
    #expect(Set(names).count == 500)
    // A name stays what it is from one version to the next: programs know events by it.
    #expect(try feed(["Milk"]).contains("UID:"))
  }

  /// Another program reads what the events say; skipped where Python has no package for calendars.
  @Test func anotherProgramReadsIt() throws {
    let script = """
      import sys
      try:
        import icalendar
      except ImportError:
        sys.exit(42)
      calendar = icalendar.Calendar.from_ical(sys.stdin.buffer.read())
      for event in calendar.walk("VEVENT"):
        print(event.decoded("dtstart"), len(event.walk("VALARM")), event["summary"].replace("\\n", "|"))
      """
    let run = try TestProgram.run(["python3", "-c", script], input: Data(try feed([odd, "Milk"]).utf8))
    if run.status == 42 { return }
    #expect(run.status == 0)
    let said = String(decoding: run.output, as: UTF8.self)
    #expect(said == "2028-02-29 3 \(odd.replacingOccurrences(of: "\n", with: "|"))\n2028-02-29 3 Milk\n")
  }
}

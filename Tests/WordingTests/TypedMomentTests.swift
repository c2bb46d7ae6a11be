import Foundation
import Testing

@testable import Wording

@Test(arguments: [
  (Language.german, "30.11.2026", "2026-11-30"), (.german, "3.4.2026", "2026-04-03"),
  (.german, "30.11.2026, 18:05", "2026-11-30T18:05"), (.german, "30.11.2026 18:05", "2026-11-30T18:05"),
  (.german, "30.11.2026T18:05:30", "2026-11-30T18:05:30"), (.french, "30/11/2026 18:05", "2026-11-30T18:05"),
  (.spanish, "30/11/2026, 18:05", "2026-11-30T18:05"), (.german, "2026-11-30", "2026-11-30"),
  (.german, "2026-11-30T18:05", "2026-11-30T18:05"), (.english, "2026-11-30 18:05", "2026-11-30 18:05"),
  // What is not in the format of the language, and what no calendar or clock has.
  (.german, "30/11/2026", "30/11/2026"), (.french, "30.11.2026", "30.11.2026"), (.german, "30.11.26", "30.11.26"),
  (.german, "30.11.", "30.11."), (.german, "31.02.2026", "31.02.2026"), (.german, "11.30.2026", "11.30.2026"),
  (.german, "30.11.2026 25:00", "30.11.2026 25:00"), (.german, "30.11.2026 noon", "30.11.2026 noon"),
  (.german, "30.11.20266", "30.11.20266"), (.german, "30.11.2026.", "30.11.2026."), (.german, "1.2.3", "1.2.3"),
  (.english, "30/11/2026", "30/11/2026"), (.swedish, "30.11.2026", "30.11.2026"),
  (.german, "last-month", "last-month"), (.german, "Today", "Today"), (.german, "", ""), (.german, "T", "T"),
])
private func aTypedMomentIsReadInTheFormatOfTheLanguage(language: Language, typed: String, moment: String) {
  #expect(LanguageConventions(language).isoMoment(typed) == moment)
}

/// Every day of five years as each language writes it, and days that do not exist. The calendar is Foundation's.
@Test(arguments: Language.allCases)
private func aDayIsReadBackAsItIsShown(language: Language) {
  let conventions = LanguageConventions(language)
  let calendar = Calendar(identifier: .gregorian)
  for year in 2024...2028 {
    for (month, day) in (1...12).flatMap({ month in (1...31).map { (month, $0) } }) {
      let iso = String(format: "%04d-%02d-%02d", year, month, day)
      let shown = conventions.day(iso)
      let exists = DateComponents(calendar: calendar, year: year, month: month, day: day).isValidDate
      #expect(conventions.isoMoment(shown) == (exists ? iso : shown), "\(shown)")
    }
  }
}

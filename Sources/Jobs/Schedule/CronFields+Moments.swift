internal import RetailValues

extension CronFields {
  /// How many days back a line can have run last: some centuries begin without a leap year.
  private static let longestPause = 8 * 366

  /// The last moment, up to that one, at which a line runs by a clock; nil for a line that never runs.
  ///
  /// Where a change of the clock skips the time, systems run the line earlier or later: the moment is the earliest of
  /// those. Of a time that happens twice it is the first.
  func lastMoment(through end: Timestamp, _ clock: ShopClock) -> Timestamp? {
    let today = clock.date(of: end).daysSince1970
    for number in stride(from: today, through: today - Self.longestPause, by: -1) {
      let day = CalendarDate(daysSince1970: number)
      guard runs(on: day) else { continue }
      for hour in hours.reversed() {
        for minute in minutes.reversed() {
          let moment = Self.moment(day, minuteOfDay: hour * 60 + minute, clock)
          if moment <= end { return moment }
        }
      }
    }
    return nil
  }

  private static func moment(_ day: CalendarDate, minuteOfDay minute: Int, _ clock: ShopClock) -> Timestamp {
    let moment = clock.timestamp(day, millisecondOfDay: minute * 60_000)
    // `2026-03-29 03:30` where 02:30 was asked for.
    let shown = clock.display(moment).suffix(5).split(separator: ":").compactMap { Int($0) }
    let isSkipped = shown != [minute / 60, minute % 60]
    return isSkipped ? Timestamp(millisecondsSince1970: moment.millisecondsSince1970 - 3_600_000) : moment
  }
}

extension JobSchedule {
  /// The words of systemd, as cron lines.
  private static let words = [
    "minutely": "* * * * *", "hourly": "0 * * * *", "daily": "0 0 * * *", "weekly": "0 0 * * 1",
    "monthly": "0 0 1 * *", "quarterly": "0 0 1 1,4,7,10 *", "semiannually": "0 0 1 1,7 *",
    "yearly": "0 0 1 1 *", "annually": "0 0 1 1 *",
  ]

  /// The last moment, up to that one, at which the job was to run by a clock; nil where a cron line cannot say when it
  /// is to run.
  func lastMoment(through end: Timestamp, _ clock: ShopClock) -> Timestamp? {
    var line = cronFields
    if case .calendar(let text) = self { line = Self.words[text.lowercased()] ?? line }
    return line.flatMap { try? CronFields($0) }?.lastMoment(through: end, clock)
  }
}

internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import RetailValues
internal import Serving

/// What goes on while a page waits for it: how far it has come, to whom it is shown, and stopping it.
enum RunningPages {
  static func add(to routes: PageRoutes) {
    routes.get("/running/:id") { visit in
      let (id, work) = try own(visit)
      switch work.state {
      case .done(let address):
        visit.site.running.markSeen(id)
        return visit.redirect(to: address)
      case .stopped(let address):
        visit.site.running.markSeen(id)
        return visit.redirect(to: address, saying: LocalizedText("Stopped. Nothing was changed."))
      case .failed(let failure):
        visit.site.running.markSeen(id)
        throw failure
      case .running:
        let isStopping = work.watch.isAskedToStop
        return try visit.page(
          "running", title: work.title,
          figures(of: work).merging([
            "reloads": true, "is_stopping": isStopping, "is_of_file": work.stopAddress != ReportPages.start,
            "may_stop": work.mayBeStopped(by: visit) && !isStopping,
          ]) { $1 })
      }
    }
    routes.get("/running/:id/events") { visit in
      let (id, _) = try own(visit)
      guard let place = visit.site.followers.place(for: visit.person.login) else {
        return Response(status: .serviceUnavailable)
      }
      return CountEventPages.response { writer in try await send(id, visit, from: place, to: &writer) }
    }
    routes.post("/running/:id/stop") { visit in
      let id = try visit.parameter("id")
      guard let work = visit.site.running.work(id), work.mayBeStopped(by: visit) else { throw PageFailure.notFound }
      if case .running = work.state { work.watch.askToStop() }
      guard work.isOf(visit) else {
        return visit.redirect(to: "/imports", saying: LocalizedText("It stops as soon as it can."))
      }
      return visit.redirect(to: "/running/\(id)")
    }
  }

  /// The work of the address, for who began it.
  private static func own(_ visit: Visit) throws(PageFailure) -> (id: String, work: RunningWork.Work) {
    let id = try visit.parameter("id")
    guard let work = visit.site.running.work(id), work.isOf(visit) else { throw .notFound }
    return (id, work)
  }

  /// Sends how far the work has come until it ends, with the event `end` then.
  private static func send(
    _ id: String, _ visit: Visit, from place: CountFollowers.Place, to writer: inout any ResponseBodyWriter
  ) async throws {
    while let work = visit.site.running.work(id), case .running = work.state {
      if let html = visit.site.templates.page("running-figures", figures(of: work), in: visit.language) {
        try await writer.write(ByteBuffer(string: CountEventPages.event("figures", html)))
      }
      guard try await CountEventPages.isFollowed(from: place, visit, &writer) else { return }
    }
    try await writer.write(ByteBuffer(string: CountEventPages.event("end", "")))
  }

  /// The lines for managers about what others began that they may stop.
  static func others(_ visit: Visit) -> [[String: Any]] {
    visit.site.running.stoppableOfOthers(visit).map { id, work -> [String: Any] in
      [
        "what": work.title, "stop": "/running/\(id)/stop", "who": CountProgressPages.name(of: work.login, visit),
        "time": duration(Date().timeIntervalSince(work.begun)),
      ]
    }
  }

  // MARK: Figures

  private static func figures(of work: RunningWork.Work) -> [String: Any] {
    figures(work.watch.reading, running: Date().timeIntervalSince(work.begun))
  }

  /// After how many seconds of a phase its rate and the time left are shown: before, they would only jump about.
  private static let leastSeconds = 0.5
  /// A longer time left is no use to anybody, and a guess at best.
  private static let mostSeconds = 360_000.0

  /// How far work has come, in the words of the page.
  ///
  /// - Parameters:
  ///   - seconds: how long all of it has been running.
  ///   - now: when it was looked at.
  static func figures(
    _ reading: WorkWatch.Reading, running seconds: Double, at now: ContinuousClock.Instant = .now
  ) -> [String: Any] {
    let time = reading.began.duration(to: now).components
    let elapsed = Double(time.seconds) + Double(time.attoseconds) * 1e-18
    var facts: [(title: LocalizedText, text: LocalizedText)] = []
    if let records = reading.records {
      facts.append((LocalizedText("Rows read"), PageNumber.text(records)))
      if reading.phase == .reading, elapsed >= leastSeconds {
        let rate = PageNumber.text(Int(Double(records) / elapsed))
        facts.append((LocalizedText("Speed"), LocalizedText("\(rate) rows a second")))
      }
    }
    if let steps = reading.steps {
      let (done, all) = (PageNumber.text(steps.done), PageNumber.text(steps.all))
      facts.append((LocalizedText("Steps done"), LocalizedText("\(done) of \(all)")))
    }
    if let share = reading.share, share > 0, elapsed >= leastSeconds {
      let left = elapsed / share * (1 - share)
      let title = reading.steps == nil ? LocalizedText("Time left to read") : LocalizedText("Time left, about")
      if left < mostSeconds { facts.append((title, duration(left))) }
    }
    // Work with steps may read no source, and have no errors in it.
    if reading.records != nil, reading.steps == nil || reading.errors > 0 {
      facts.append((LocalizedText("Errors so far"), PageNumber.text(reading.errors)))
    }
    facts.append((LocalizedText("Running for"), duration(seconds)))
    return [
      "phase": word(of: reading.phase), "has_share": reading.share != nil,
      "percent": reading.share.map { Int($0 * 100) } ?? 0,
      "facts": facts.map { fact -> [String: Any] in ["title": fact.title, "text": fact.text] },
    ]
  }

  private static func word(of phase: WorkWatch.Phase?) -> LocalizedText {
    switch phase {
    case .reading: LocalizedText("Reading")
    case .comparing: LocalizedText("Comparing with the shop")
    case .writing: LocalizedText("Writing")
    case nil: LocalizedText("Working")
    }
  }

  /// A time as people say it: `12 s`, `3 min 5 s`, `2 h 10 min`.
  static func duration(_ seconds: Double) -> LocalizedText {
    let whole = Int(min(max(0, seconds), mostSeconds).rounded())
    if whole < 60 { return LocalizedText("\(whole) s") }
    if whole < 3600 { return LocalizedText("\(whole / 60) min \(whole % 60) s") }
    return LocalizedText("\(whole / 3600) h \(whole / 60 % 60) min")
  }
}

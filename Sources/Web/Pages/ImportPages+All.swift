internal import Hummingbird
internal import HummingbirdCore
internal import Serving

/// Importing all files that wait, one after the other.
extension ImportPages {
  /// Why importing several files ended before the last one: the file, and what was wrong.
  private struct Stop {
    let name: String
    let reason: LocalizedText
  }

  /// Takes each file that has no errors and asks nothing, as its own page would. The others keep waiting. Where a file that
  /// was ready cannot be taken, those after it wait as well, because it may be what they build on.
  static func importAll(_ visit: Visit) async throws -> Response {
    let plans = WaitingPlan.all(of: visit)
    let title = LocalizedText("Importing \(PageNumber.of(plans.count, .file))")
    let address = try await visit.site.running.begin(
      title, for: visit.person.login, stoppingAt: "/imports", on: plans.map(\.address)
    ) {
      var done = 0
      var stop: Stop?
      for plan in plans {
        switch await take(plan, visit) {
        case .taken: done += 1
        case .waits: break
        case .failed(let reason): stop = Stop(name: plan.name, reason: reason)
        }
        if RunningWork.isStopped || stop != nil { break }
      }
      var texts = [imported(done, of: plans.count)]
      if let stop { texts.append(LocalizedText("Stopped at \(stop.name): \(stop.reason)")) }
      visit.site.sessions.say(Message(text: LocalizedText(texts, separator: " "), undo: nil), to: visit.secret)
      return "/imports"
    }
    return visit.redirect(to: address)
  }

  /// What came of one of several files.
  private enum Taken {
    case taken
    /// It has errors or asks something, as it did before.
    case waits
    case failed(LocalizedText)
  }

  private static func take(_ plan: WaitingPlan, _ visit: Visit) async -> Taken {
    var plan = plan
    let wasReady = plan.outline(visit)?.needsNothing ?? false
    do throws(PageFailure) {
      // What the files before it brought may be what it lacked.
      try await plan.make(visit)
      guard let made = try plan.present(visit), made.needsNothing else {
        // The same file may have been sent twice.
        let isKnown = try plan.present(visit)?.answer["outcome"].text == "already-applied"
        return wasReady && !isKnown ? .failed(LocalizedText("it needs an answer or a correction by now.")) : .waits
      }
      switch try await plan.apply(made, accepting: [], visit) {
      case .applied, .appliedBefore: return .taken
      case .refused, .changed: return .failed(LocalizedText("the shop was changed at the same time."))
      }
    } catch {
      return RunningWork.isStopped ? .waits : .failed(error.title)
    }
  }

  /// What came of importing several files.
  private static func imported(_ done: Int, of files: Int) -> LocalizedText {
    if done == files { return LocalizedText("All files are imported.") }
    let all = PageNumber.text(files)
    return LocalizedText(
      count: done, one: "1 of \(all) files is imported; the others wait.",
      other: "\(PageNumber.text(done)) of \(all) files are imported; the others wait.")
  }
}

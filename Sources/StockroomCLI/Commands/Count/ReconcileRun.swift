internal import ArgumentParser
internal import Exchange
internal import FormatKit
internal import Foundation
internal import Reconciliation
internal import RetailValues
internal import Stock

/// One run of `reconcile`: decisions first, then what was asked for.
struct ReconcileRun {
  let command: ReconcileCommand
  let shop: OpenShop
  let database: ShopDatabase
  let moment: Timestamp?

  private var folder: ShopFolder { shop.folder }
  private var actor: Actor { shop.actor }
  private var progress: Progress { shop.progress }
  private var isSinglePerson: Bool? { get throws { try shop.isRunByOnePerson(by: database) } }

  func perform() throws -> ValueOutput {
    guard !command.reverse || !(command.post || command.approve) else {
      throw Problems(
        .usage, "--reverse cannot go together with --post or --approve", remedy: "Take one after the other.")
    }
    try refuseFile()
    let options = try options()
    let session = try database.countSession(command.count)
    let photos = CountPhotos(of: session, in: folder)
    let view = ReconciliationView(
      database: database, showsAllLines: command.all, showsTitles: command.titles,
      photos: photos, taken: photos.all)
    if command.reverse { return try reverse() }
    if session.state == .reversed || session.state == .posted {
      try refuseChanges(of: session)
      if session.state == .reversed, command.post {
        throw Problems(
          .wrongState, "count \(session.code) was reversed and cannot be posted",
          remedy: "It was taken back and stays so; open a new count to count again.")
      }
      if command.post {
        let posted = try database.postCount(
          command.count, uncounted: options.policy(for: session.kind), actor: actor
        ) { _ in [] }
        return view.output(of: posted)
      }
      return try lookBack(session)
    }
    if command.post { try folder.requireNoWaitingEntries(of: session.code) }
    try decide()
    if command.approve, let refusal = try approve(options, view) { return refusal }
    if command.post { return try post(session, options, view) }
    let output = try look(options, view)
    guard command.approve else { return output }
    return output.withText("Approved count \(session.code); post it with `stockroom reconcile \(session.code) --post`.")
  }

  /// Shows the lines of a posted or reversed count, and writes them where that was asked for.
  private func lookBack(_ session: CountSession) throws -> ValueOutput {
    var view = PostedCountView(
      clock: database.settings.clock, showsAllLines: command.all, showsTitles: command.titles)
    guard let path = command.to else {
      try database.postedCountLines(session.code) { view.add($0) }
      return view.output(of: session)
    }
    let format = try Output.format(command.format, path: path)
    progress.begin("writing", counting: .things("lines"))
    var count = 0
    let lines = try Output.write(to: path) { sink in
      var file = try CountLineFile(
        .posted, hasTitles: command.titles, clock: database.settings.clock, format: format,
        options: command.formulas.options(of: format), to: sink)
      try database.postedCountLines(session.code) { line in
        count += 1
        if count % 256 == 0 { progress.advance(to: count) }
        view.add(line)
        if command.lines.contains(line) { try file.write(line) }
      }
      return try file.finish()
    }
    guard path != "-" else { return .nothing }
    return view.output(of: session).adding("Wrote \(Terminal.number(lines, "line")) to \(path).")
  }

  /// Shows the progress of the count, and writes its lines where that was asked for.
  private func look(_ options: ReconciliationOptions, _ view: ReconciliationView) throws -> ValueOutput {
    var shown = shownLines(view)
    guard let path = command.to else {
      let outcome = try forEachLine(options) { shown.add($0) }
      return try view.output(of: outcome, shown)
    }
    let format = try Output.format(command.format, path: path)
    var titled: [CountLine] = []
    let (outcome, lines) = try Output.write(to: path) { sink in
      var file = try CountLineFile(
        .reconciled, hasTitles: command.titles, clock: database.settings.clock, format: format,
        options: command.formulas.options(of: format), to: sink)
      let outcome = try forEachLine(options) { line in
        guard command.lines.contains(line) else { return }
        // Nothing else can be looked up while the lines are read.
        if command.titles { titled.append(line) } else { try file.write(line) }
      }
      let titles = try database.variantTitles(titled.map(\.fact.variantID))
      for line in titled { try file.write(line, title: titles[line.fact.variantID]) }
      return (outcome, try file.finish())
    }
    guard path != "-" else { return .nothing }
    // The lines are in the file; the output has their totals.
    return try view.output(of: outcome, shown).adding("Wrote \(Terminal.number(lines, "line")) to \(path).")
  }

  /// The lines that the output has: all of them in JSON, the dearest for people.
  private func shownLines(_ view: ReconciliationView) -> ShownLines {
    ShownLines(withoutVariance: view.showsAllLines, limit: command.shopOptions.json ? nil : 200)
  }

  /// Hands out the lines of the count and shows how many have come.
  private func forEachLine(
    _ options: ReconciliationOptions, _ body: (CountLine) throws -> Void
  ) throws -> ReconciliationOutcome {
    progress.begin("reconciling", counting: .things("lines"))
    var count = 0
    return try database.forEachCountLine(command.count, asOf: moment, options: options) { line in
      try body(line)
      count += 1
      if count % 256 == 0 { progress.advance(to: count) }
    }
  }

  /// A file of lines is for looking at a count.
  private func refuseFile() throws {
    guard command.to != nil || command.format != nil || command.lines != .all else { return }
    guard command.to != nil else {
      throw Problems(
        .usage,
        command.format == nil
          ? "--lines says which lines to write, but not where" : "--format says how to write a file, but not which",
        remedy: "Add --to FILE.")
    }
    guard !command.isPosting else {
      throw Problems(
        .usage, "--to cannot go together with --approve, --post or --reverse", remedy: "Take one after the other.")
    }
    if command.to == "-", command.shopOptions.json {
      throw Problems(.usage, "--to - and --json would both write to standard output", remedy: "Give --to a file.")
    }
  }

  // MARK: Acts

  /// - Returns: why it cannot be approved; nil once it is.
  private func approve(_ options: ReconciliationOptions, _ view: ReconciliationView) throws -> ValueOutput? {
    progress.begin("approving")
    var reconciled: Reconciliation?
    do {
      _ = try database.approveCount(
        command.count, note: command.note, asOf: moment, isSinglePerson: isSinglePerson, actor: actor
      ) { facts in
        let reconciliation = Reconciliation(of: facts, options: options)
        reconciled = reconciliation
        if let problem = reconciliation.problemsForApproval.first { throw Problems(problem) }
        try requireShownNet(reconciliation.outcome)
        return reconciliation.lines
      }
      return nil
    } catch let error as Problems where Problem.Code.reconciliation.contains(error.code) {
      guard let reconciled else { throw Finished(status: ExitStatus.refused) }
      var shown = shownLines(view)
      for line in reconciled.lines { shown.add(line) }
      return try view.output(of: reconciled.outcome, shown, for: .refused)
    }
  }

  private func post(
    _ session: CountSession, _ options: ReconciliationOptions, _ view: ReconciliationView
  ) throws -> ValueOutput {
    var reviewed: (outcome: ReconciliationOutcome, shown: ShownLines)?
    func review(_ facts: CountFacts) -> CountReview {
      var pass = ReconciliationPass(of: facts, options: options)
      // The lines are read twice; those shown are collected in the first pass.
      var shown = reviewed == nil ? shownLines(view) : nil
      return CountReview(
        line: { fact in
          guard let line = pass.line(of: fact) else { return nil }
          shown?.add(line)
          return line
        },
        finish: {
          let outcome = pass.outcome()
          if let shown { reviewed = (outcome, shown) }
          if let problem = outcome.problems.first { throw Problems(problem) }
          try requireShownNet(outcome)
        })
    }
    progress.begin("posting")
    do {
      let posted = try database.postCount(
        command.count, reviewedBy: review, asOf: moment, uncounted: options.policy(for: session.kind),
        isSinglePerson: isSinglePerson, actor: actor)
      return view.output(of: posted, reviewed: reviewed)
    } catch let error as Problems where Problem.Code.reconciliation.contains(error.code) {
      guard let reviewed else { throw Finished(status: ExitStatus.refused) }
      // All obstacles are reported together.
      return try view.output(of: reviewed.outcome, reviewed.shown, for: .refused)
    }
  }

  /// - Throws: `refused` when the net variance is not the one that was shown.
  private func requireShownNet(_ outcome: ReconciliationOutcome) throws {
    guard let text = command.acceptNet else { return }
    let net = outcome.totals.net.cost
    guard let number = try? ExactDecimal(parsing: text.utf8), let shown = Money(number, currency: net.currency) else {
      throw Problems(.usage, "--accept-net \(text) is not an amount", remedy: "Write it as 118.40 or -7.25.")
    }
    guard shown == net else {
      throw Problems(
        .refused, "the net variance is \(net.amount) at cost now, and \(shown.amount) was shown",
        remedy: "Look at the differences again: something was counted, sold or received since.")
    }
  }

  private struct ReversedOutput: Encodable {
    let count: String
    let state: String
    let reversedBefore: Bool
    let movements: Int
    let restatedLines: Int
  }

  private func reverse() throws -> ValueOutput {
    try refuseDecisions(because: "--reverse")
    progress.begin("reversing")
    let reversed = try database.reverseCount(
      command.count, note: command.note ?? "", isSinglePerson: isSinglePerson, actor: actor,
      acceptsClosedPeriods: command.guardOptions.acceptsClosedPeriods(shop.folder.settings))
    let answer = ReversedOutput(
      count: reversed.session.code, state: reversed.session.state.rawValue,
      reversedBefore: reversed.wasReversedBefore, movements: reversed.movements, restatedLines: reversed.restatedLines)
    return ValueOutput(answer) {
      guard !reversed.wasReversedBefore else {
        return Terminal.say("Count \(reversed.session.code) was reversed before; nothing changed.")
      }
      Terminal.say("Reversed count \(reversed.session.code): \(reversed.movements) movements taken back.")
      if reversed.restatedLines > 0 {
        Terminal.say("  lines of later counts restated: \(reversed.restatedLines) (the counted numbers stay)")
      }
    }
  }

  // MARK: Decisions

  private func refuseDecisions(because flag: String) throws {
    guard !command.isDeciding, !command.approve else {
      throw Problems(.usage, "decisions cannot go together with \(flag)", remedy: "Take one after the other.")
    }
  }

  private func refuseChanges(of session: CountSession) throws {
    guard command.isDeciding || command.approve else { return }
    throw Problems(
      .wrongState, "count \(session.code) is in state '\(session.state.rawValue)' and cannot be changed",
      remedy: session.state == .posted
        ? "Take it back with `stockroom reconcile \(session.code) --reverse`, or open a new count."
        : "Open a new count.")
  }

  /// Keeps what was decided, all of it or nothing. A reason is kept once something is approved or posted by it.
  private func decide() throws {
    var decided = CountDecisions()
    decided.resolved = try ReadingOptions.pairs(command.resolved, flag: "--resolve").sorted { $0.key < $1.key }
      .map { (code: $0.key, item: $0.value) }
    for (sku, text) in try ReadingOptions.pairs(command.decisions, flag: "--decide").sorted(by: { $0.key < $1.key }) {
      guard let quantity = Quantity(text), quantity.scaled >= 0 else {
        throw Problems(
          .usage, "--decide \(sku)=\(text) is not a number of units", remedy: "Write it as \(sku)=7 or \(sku)=0.250.")
      }
      decided.rulings.append((.quantity(quantity), sku))
    }
    for sku in command.excluded { decided.rulings.append((.exclude, sku)) }
    for sku in command.included { decided.rulings.append((.include, sku)) }
    if command.approve || command.post {
      for (sku, code) in try ReadingOptions.pairs(command.reasons, flag: "--reason").sorted(by: { $0.key < $1.key }) {
        try folder.settings.requireInUse(reason: code)
        decided.rulings.append((.reason(code), sku))
      }
    }
    try database.decide(
      decided, in: command.count, note: command.note ?? "", isSinglePerson: isSinglePerson, actor: actor)
  }

  private func options() throws -> ReconciliationOptions {
    var options = ReconciliationOptions()
    let currency = database.settings.currency
    if let uncounted = command.uncounted { options.uncounted = uncounted }
    if let text = command.acceptWriteOff {
      guard let number = try? ExactDecimal(parsing: text.utf8), let money = Money(number, currency: currency) else {
        throw Problems(.usage, "--accept-write-off \(text) is not an amount", remedy: "Write it as 118.40.")
      }
      options.acceptedWriteOff = money
    }
    if let rules = try command.rulesOptions.limits(currency).rules {
      guard !command.approve, !command.post else {
        throw Problems(
          .usage, "the tolerance of a count is set when it is opened",
          remedy: "Leave it out here, or open the next count with it; without --approve and --post it may be tried out."
        )
      }
      options.tolerance = rules.tolerance
      options.triesTolerance = true
    }
    for (sku, code) in try ReadingOptions.pairs(command.reasons, flag: "--reason").sorted(by: { $0.key < $1.key }) {
      try folder.settings.requireInUse(reason: code)
      options.reasons[try database.knownVariant(sku).id] = try database.reason(code)
    }
    return options
  }
}

internal import ArgumentParser
internal import ProblemKit
internal import RetailValues
internal import Stock

extension CountCommand {
  struct Section: CountingCommand {
    static let configuration = CommandConfiguration(
      commandName: "section", abstract: "Hand out a section, say that it is done, or set when it was counted.",
      discussion: """
        --at sets the time of the section's lines that have no time of their own; without options that time is removed. \
        An empty name is the location as a whole.

        Example:
          stockroom count section 1 A --at 2026-10-31T17:30
          stockroom count section 1 A --counter Mia
          stockroom count section 1 A --done
        """)
    static let acts = Acts(
      .enterCounts, .runSessions, when: "its time, and what the person counts themselves; or with --counter")
    var act: Act { counter == nil ? .enterCounts : .runSessions }

    @OptionGroup var chosen: CountArgument

    @Argument(help: "The section's name.")
    var section: String

    @Option(
      help: ArgumentHelp("When it was counted; without options the section's time is removed.", valueName: "time"))
    var at: String?

    @Option(help: ArgumentHelp("Who counts it: a person's name or login.", valueName: "name"))
    var counter: String?

    @Flag(help: "Take the section back from the --counter; what was entered stays.")
    var withdraw = false

    @Flag(help: "It is done: by the person who runs the command, or by the --counter.")
    var done = false

    @Flag(help: "It is not done yet.")
    var notDone = false

    @OptionGroup var patienceOption: PatienceOption

    @OptionGroup var shopOptions: ShopOptions

    private struct HandoutOutput: Encodable {
      let count: String
      let section: String
      let counter: String
      let isDone: Bool
      let isWithdrawn: Bool
    }

    func run(in shop: OpenShop) throws -> ValueOutput {
      guard [at != nil, withdraw, done, notDone].count(where: { $0 }) < 2 else {
        throw Problems(
          .usage, "--at, --withdraw, --done and --not-done cannot go together", remedy: "Take one after the other.")
      }
      guard counter == nil || at == nil else {
        throw Problems(
          .usage, "--at sets the time of a section for all who count it", remedy: "Leave --counter out, or --at.")
      }
      return counter != nil || withdraw || done || notDone ? try handOut(in: shop) : try setTime(in: shop)
    }

    private func setTime(in shop: OpenShop) throws -> ValueOutput {
      let database = try shop.books
      let clock = database.settings.clock
      let moment = try MomentOption.parse(at, flag: "--at", clock: clock)
      try database.setSectionTime(section, in: count, to: moment, actor: shop.actor)
      let time = moment.map { clock.iso8601($0) }
      return ValueOutput(
        ["count": count, "section": section, "counted_at": time ?? ""],
        time.map { "Section \(section) of count \(count) was counted at \($0)." }
          ?? "Section \(section) of count \(count) has no time of its own.")
    }

    private func handOut(in shop: OpenShop) throws -> ValueOutput {
      let database = try shop.books
      try patienceOption.apply(to: database)
      // Entries have the name that the list of people gives.
      let name = counter.map { counter in
        shop.folder.settings.people?.person(counter)?.name ?? counter
      }
      let person = name ?? shop.actor.name
      let words: String
      if withdraw {
        guard name != nil else {
          throw Problems(.usage, "from whom is the section taken back?", remedy: "Add --counter NAME.")
        }
        try database.withdraw(section, of: count, from: person, actor: shop.actor)
        words = "is taken back from \(person)"
      } else if done || notDone {
        try database.setDone(done, section: section, of: count, by: person, actor: shop.actor)
        words = "is \(done ? "done" : "not done") by \(person)"
      } else {
        try database.handOut(section, of: count, to: person, actor: shop.actor)
        words = "is counted by \(person)"
      }
      return ValueOutput(
        HandoutOutput(count: count, section: section, counter: person, isDone: done, isWithdrawn: withdraw),
        "\(section.isEmpty ? "The location of count \(count)" : "Section \(section) of count \(count)") \(words).")
    }
  }
}

internal import ArgumentParser
internal import Exchange
internal import FormatKit
internal import Foundation
internal import Reconciliation
internal import RetailValues
internal import StandardFormats
internal import Stock

extension CountCommand {
  struct Status: CountingCommand {
    static let configuration = CommandConfiguration(
      commandName: "status", abstract: "Show the progress of a count.",
      discussion: """
        Example:
          stockroom count status 1
        """)
    static let acts = Acts(.readCounts)

    @OptionGroup var chosen: CountArgument

    @OptionGroup var shopOptions: ShopOptions

    private struct JSONOutput: Encodable {
      struct Unknown: Encodable {
        struct Place: Encodable {
          let section: String
          let counter: String?
          let quantity: String?
          let note: String?
        }
        let code: String
        let quantity: String?
        let section: String
        let note: String?
        /// Nil where it was counted at one place only.
        let places: [Place]?
        /// Why it is still unknown though the catalog has it; nil without a conflict.
        let conflict: ConflictOutput?
        /// Nil for none.
        let photos: [CountPhotos.Output]?
      }
      struct Handout: Encodable {
        let section: String
        let counter: String
        let doneAt: String?
      }
      struct Part: Encodable {
        let section: String
        let counter: String?
        let sectionTime: String?
        let items: Int
        let units: String?
        let recounts: Int
      }
      struct Section: Encodable {
        let section: String
        let title: String?
        let listed: Int
        let counted: Int
      }
      let session: SessionOutput
      let toRecount: [String]?
      let recountsAwaited: Int
      let disputed: [String]?
      let toApprove: [String]?
      let parts: [Part]
      let handouts: [Handout]
      /// Those that the location is known to have, with how far their lists have come; nil for none.
      let sections: [Section]?
      let onSheet: Int
      let counted: Int
      let uncounted: Int
      let unexpected: Int
      let entries: Int
      /// Those of them that leave out a code as a mistake.
      let leftOut: Int
      let superseded: Int
      let unknown: [Unknown]
      /// Why photos cannot be read; nil for none.
      let photoProblems: [String]?
      /// Whether the person who asks may approve and post it: their role permits it, and they did not count in it themselves.
      let mayPost: Bool
      /// Whether only that stops them.
      let countedByYou: Bool
    }

    func run(in shop: OpenShop) throws -> ValueOutput {
      let database = try shop.books
      let status = try database.countStatus(count)
      let clock = database.settings.clock
      let seen = shop.person.sees
      // The counts of others, and differences from the books, would show a counter what to find.
      let showsFigures = seen.contains(.expected)
      let showsPersons = seen.contains(.person)
      let session = SessionOutput(status.session, clock: clock, seen: seen)
      let isOpen = showsFigures && ![.posted, .reversed].contains(status.session.state)
      let hasRules = status.session.rules != nil
      var toRecount: [String] = []
      var disputed: [String] = []
      var toApprove: [String] = []
      if isOpen {
        try database.forEachCountLine(count) { line in
          let fact = line.fact
          if line.state != .excluded, fact.decided == nil, !fact.isRecountOpen {
            if hasRules, line.route == .recount { toRecount.append(fact.sku) }
            if fact.isDisputed { disputed.append(fact.sku) }
          }
          if hasRules, line.route == .approval, line.state == .counted, fact.decided != nil || !fact.isDisputed,
            fact.approvedVariance != line.variance
          {
            toApprove.append(fact.sku)
          }
        }
      }
      let photos = CountPhotos(of: status.session, in: shop.folder)
      let taken = status.unknownItems.isEmpty ? CountPhotos.Contents() : photos.seen(by: shop)
      let unknown = status.unknownItems.map { item -> JSONOutput.Unknown in
        let places = item.places.map { place in
          JSONOutput.Unknown.Place(
            section: place.section, counter: showsPersons ? place.counter : nil,
            quantity: showsFigures ? place.quantity.description : nil,
            note: seen.contains(.shopOnly) ? place.note : nil)
        }
        let conflict = showsFigures && showsPersons ? status.conflicts.first { $0.code == item.code } : nil
        let ofItem = taken.photos.filter { $0.code == item.code }
        return JSONOutput.Unknown(
          code: item.code, quantity: showsFigures ? item.quantity.description : nil, section: item.section,
          note: seen.contains(.shopOnly) ? item.note : nil, places: places.count > 1 ? places : nil,
          conflict: conflict.map { ConflictOutput($0) },
          photos: photos.output(of: ofItem, clock: clock, showsPersons: showsPersons))
      }
      let hasRole = shop.person.roles.role(for: .postCounts) != nil
      let hasCounted =
        try hasRole
        && database.mayApprove(
          count, actor: shop.actor, isSinglePerson: shop.isRunByOnePerson(by: database)) == .counted
      // A counter sees what is theirs to count.
      let person = CounterIdentity(shop.actor.name)
      let handouts = status.handouts.filter { showsPersons || CounterIdentity($0.counter) == person }
      let sections = status.sections.map {
        JSONOutput.Section(section: $0.section, title: $0.title, listed: $0.listed, counted: $0.counted)
      }
      return ValueOutput(
        JSONOutput(
          session: session, toRecount: showsFigures ? toRecount : nil, recountsAwaited: status.openRecounts,
          disputed: showsFigures ? disputed : nil, toApprove: showsFigures ? toApprove : nil,
          parts: status.parts.map {
            JSONOutput.Part(
              section: $0.section, counter: showsPersons ? $0.counter : nil,
              sectionTime: $0.sectionTime.map { clock.iso8601($0) }, items: $0.items,
              units: showsFigures ? $0.units.description : nil, recounts: $0.recounts)
          },
          handouts: handouts.map {
            JSONOutput.Handout(
              section: $0.section, counter: $0.counter, doneAt: $0.doneAt.map { clock.iso8601($0) })
          },
          sections: sections.isEmpty ? nil : sections, onSheet: status.sheetItems, counted: status.countedItems,
          uncounted: status.uncountedItems,
          unexpected: status.unexpectedItems, entries: status.entries, leftOut: status.leftOutEntries,
          superseded: status.supersededEntries, unknown: unknown, photoProblems: taken.warnings,
          mayPost: hasRole && !hasCounted, countedByYou: hasCounted)
      ) {
        Terminal.say("Count \(session.count): \(session.kind) count of \(session.location), \(session.state)")
        if let cutOff = session.cutOffAt { Terminal.say("  cut-off     \(cutOff)") }
        Terminal.say("  valued by   \(session.valuation)")
        if let selection = session.selection { Terminal.say("  chosen      \(selection)") }
        for line in RulesView.lines(status.session.rules) { Terminal.say(line) }
        if status.sheetItems > 0 {
          Terminal.say("  on sheet    \(status.sheetItems)")
          Terminal.say("  counted     \(status.countedItems)")
          Terminal.say("  uncounted   \(status.uncountedItems)")
        }
        Terminal.say("  unexpected  \(status.unexpectedItems)")
        Terminal.say(
          "  entries     \(status.entries)"
            + (status.supersededEntries > 0 ? ", \(status.supersededEntries) superseded" : ""))
        for (name, items) in [("to recount", toRecount), ("disputed", disputed), ("to approve", toApprove)]
        where !items.isEmpty {
          Terminal.say(
            "  " + name.padding(toLength: 12, withPad: " ", startingAt: 0) + "\(items.count): \(Terminal.list(items))")
        }
        if status.openRecounts > 0 { Terminal.say("  awaited     \(status.openRecounts) recounts") }
        for item in unknown {
          let place = item.places == nil && !item.section.isEmpty ? " in section \(item.section)" : ""
          Terminal.say(
            "  unknown     \(item.code)" + (item.quantity.map { ": \($0)" } ?? "") + place
              + (item.photos == nil ? "" : ", with a photo"))
          for place in item.places ?? [] {
            Terminal.say(
              "              " + (place.quantity.map { "\($0) " } ?? "")
                + (place.section.isEmpty ? "without a section" : "in section \(place.section)")
                + (place.counter.map { $0.isEmpty ? "" : " by \($0)" } ?? ""))
          }
        }
        for handout in handouts {
          Terminal.say(
            "  handed out  \(handout.section.isEmpty ? "the location" : "section \(handout.section)") to \(handout.counter)"
              + (handout.doneAt.map { ", done \(clock.iso8601($0))" } ?? ""))
        }
        for section in status.sections where section.listed > 0 {
          Terminal.say("  section     \(section.section): \(section.counted) of \(section.listed) counted")
        }
        let parts = status.parts.filter { !$0.section.isEmpty || !$0.counter.isEmpty || status.parts.count > 1 }
        guard !parts.isEmpty else { return }
        Terminal.say()
        let columns: [(title: String, isNumber: Bool, value: (CountStatus.Part) -> String)] = [
          ("section", false, \.section), ("counter", false, { showsPersons ? $0.counter : "" }),
          ("items", true, { "\($0.items)" }), ("units", true, { showsFigures ? $0.units.description : "" }),
          ("recounts", true, { "\($0.recounts)" }),
          ("section's time", false, { $0.sectionTime.map { clock.iso8601($0) } ?? "" }),
        ].filter { (showsPersons || $0.title != "counter") && (showsFigures || $0.title != "units") }
        Terminal.say(
          Terminal.table(
            columns.map(\.title), parts.map { part in columns.map { $0.value(part) } },
            rightAligned: Set(columns.indices.filter { columns[$0].isNumber })))
      }.warning(taken.warnings)
    }
  }
}

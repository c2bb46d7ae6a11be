internal import ArgumentParser
internal import Exchange
internal import FormatKit
internal import Foundation
internal import RetailValues
internal import StandardFormats
internal import Stock

/// Count sessions and their sheets.
struct CountCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "count", abstract: "Count the stock: open a session, print its sheet, enter what was counted.",
    discussion: """
      Example, from open to posted:
        stockroom count open --location shop --kind full --blind
        stockroom count sheet 1 --to sheet.csv
        stockroom count enter 1 counted.csv
        stockroom count status 1
        stockroom count close 1
        stockroom reconcile 1
        stockroom reconcile 1 --post
      """,
    subcommands: [
      Open.self, Start.self, Sheet.self, Enter.self, TakeBack.self, Items.self, Section.self, Status.self, Resolve.self,
      Photo.self, Recount.self, Close.self, Reopen.self, Discard.self, List.self, Duties.self,
    ])

  /// A session in JSON.
  struct SessionOutput: Encodable {
    let count: String
    let location: String
    let kind: String
    let state: String
    let blind: Bool
    let openedAt: String
    let cutOffAt: String?
    let valuation: String
    let approvedAt: String?
    let approvedBy: String?
    let postedAt: String?
    let postedBy: String?
    let reversedAt: String?
    let reversedBy: String?
    let selection: String?
    let rules: [String: String]?

    /// - Parameter seen: the classes of data that the person who asks may see.
    init(_ session: CountSession, clock: ShopClock, seen: Set<DataClass> = DataClass.ofRoles) {
      count = session.code
      location = session.location
      kind = session.kind.rawValue
      state = session.state.rawValue
      blind = session.isBlind
      openedAt = clock.iso8601(session.openedAt)
      cutOffAt = session.cutOff.map { clock.iso8601($0) }
      valuation = session.valuation.rawValue
      approvedAt = session.approvedAt.map { clock.iso8601($0) }
      let showsPersons = seen.contains(.person)
      approvedBy = showsPersons ? session.approvedBy : nil
      reversedAt = session.reversedAt.map { clock.iso8601($0) }
      reversedBy = showsPersons ? session.reversedBy : nil
      selection = session.selection?.summary
      rules = session.rules.map { RulesView.values($0) }
      postedAt = session.postedAt.map { clock.iso8601($0) }
      postedBy = showsPersons ? session.postedBy : nil
    }
  }

  struct List: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the count sessions, the latest first.",
      discussion: """
        Example:
          stockroom count list
        """)
    static let acts = Acts(.readCounts)

    @OptionGroup var shopOptions: ShopOptions

    func run(in shop: OpenShop) throws -> ValueOutput {
      let books = try shop.books
      let sessions = try books.countSessions().map {
        SessionOutput($0, clock: books.settings.clock, seen: shop.person.sees)
      }
      return ValueOutput(
        sessions,
        Terminal.table(
          ["count", "location", "kind", "state", "opened"],
          sessions.map { [$0.count, $0.location, $0.kind, $0.state, String($0.openedAt.prefix(10))] }))
    }
  }
}

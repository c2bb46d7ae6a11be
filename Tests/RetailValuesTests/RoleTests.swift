import Testing

@testable import RetailValues

@Suite struct RoleTests {
  /// Who may what, in the words of the table that the rules come from.
  @Test(arguments: [
    (Role.customer, [Act.readCatalog], [Act.readStock, .enterCounts, .openSheet, .readCounts, .importFiles, .readLog]),
    (
      .counter, [.openSheet, .enterCounts, .recordGoods, .readCatalog],
      [.reviewCounts, .readStock, .postCounts, .defineOptions, .importFiles, .runSessions, .readJournal]
    ),
    (
      .manager, [.importFiles, .undoImports, .runSessions, .postCounts, .defineOptions],
      [.closePeriods]
    ),
    (
      .accountant, [.readJournal, .closePeriods, .readStock, .reviewCounts],
      [.importFiles, .enterCounts, .postCounts, .recordGoods, .runSessions, .undoImports, .defineOptions]
    ),
    (
      .auditor, [.readChangeSets, .readLog, .proveBooks, .readJournal, .readStock, .reviewCounts],
      [
        .importFiles, .undoImports, .enterCounts, .recordGoods, .runSessions, .postCounts, .defineOptions, .mendBooks,
        .closePeriods, .runJobs,
      ]
    ),
    (
      .service, [.runJobs, .readJobs, .makeBackups],
      Act.allCases.filter { ![.runJobs, .readJobs, .makeBackups].contains($0) }
    ),
  ])
  func whoMayWhat(role: Role, may: [Act], mayNot: [Act]) {
    for act in may { #expect(act.roles.contains(role), "\(role) may \(act)") }
    for act in mayNot { #expect(!act.roles.contains(role), "\(role) may not \(act)") }
  }

  @Test func nobodyButThoseWhoMaySeeAllSeesCostSupplierOrExpected() {
    for role in [Role.customer, .counter, .service] {
      #expect(role.sees.isDisjoint(with: [.cost, .supplier, .expected, .person, .shopOnly]))
    }
    #expect(!Role.customer.sees.contains(.places))
  }

  @Test(arguments: [
    ([Role.manager], Role.counter, true), ([.manager], .auditor, true), ([.manager], .customer, true),
    ([.manager], .accountant, false), ([.manager, .accountant], .accountant, true), ([.counter], .customer, true),
    ([.counter], .manager, false), ([.accountant], .counter, false), ([.auditor], .customer, true),
    ([.auditor], .manager, false), ([.customer], .counter, false), ([.service], .customer, false),
    ([], .customer, false),
    ([.manager], .service, true), ([.accountant], .auditor, false),
  ])
  func whoMayActAsWhom(held: [Role], role: Role, isCovered: Bool) {
    #expect(Set(held).covers(role) == isCovered)
  }

  @Test func everyActHasSomebodyWhoMay() {
    for act in Act.allCases { #expect(!act.roles.isEmpty && !act.words.isEmpty) }
    #expect(Set([Role.manager, .accountant]).role(for: .importFiles) == .manager)
    #expect(Set([Role.manager, .accountant]).role(for: .closePeriods) == .accountant)
    #expect(Set([Role.auditor]).role(for: .importFiles) == nil)
  }
}

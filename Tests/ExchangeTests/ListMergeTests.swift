import Exchange
import FormatKit
import FormatKitTesting
import StandardFormats
import Testing

@Suite struct ListMergeTests {
  private func lists(_ items: [String: SharedLists.Fields]) -> SharedLists {
    SharedLists(lists: ["home": ["list_title": "Home"]], items: ["home": items])
  }

  private func milk(_ more: SharedLists.Fields = [:]) -> SharedLists.Fields {
    ["title": "Milk", "expires_on": "2026-11-30"].merging(more) { $1 }
  }

  private static let fields = ["title", "expires_on", "note", "owners", "quantity", "storage_place"]

  private func randomItem(_ random: inout SeededGenerator) -> SharedLists.Fields {
    var fields = ["title": "Food \(Int.random(in: 0...99_999_999, using: &random))", "expires_on": "2026-11-30"]
    for field in Self.fields.dropFirst(2) where Bool.random(using: &random) {
      fields[field] = "\(field) \(Int.random(in: 0...9, using: &random))"
    }
    return fields
  }

  /// A change of one item: another field, a field more or less, a new item, an item taken out.
  private func change(
    _ items: inout [String: SharedLists.Fields], _ code: String, _ random: inout SeededGenerator, mark: String
  ) {
    switch Int.random(in: 0...3, using: &random) {
    case 0: items[code] = nil
    case 1: items["\(mark)-\(code)"] = randomItem(&random)
    case 2: items[code]?["note"] = mark
    default: items[code]?["quantity"] = nil
    }
  }

  /// If two people change different items, the merge is the same as if one person had made the changes one after the
  /// other. The sides may be exchanged, and a second merge changes nothing.
  @Test(arguments: Seeds.of(1...200 as ClosedRange<UInt64>)) func changesOfDifferentItemsAreBothThere(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var base: [String: SharedLists.Fields] = [:]
    for number in 1...12 { base["\(number)"] = randomItem(&random) }
    var (mine, theirs, both) = (base, base, base)
    for number in 1...12 {
      let isMine = Bool.random(using: &random)
      let before = random
      if isMine {
        change(&mine, "\(number)", &random, mark: "a")
        random = before
        change(&both, "\(number)", &random, mark: "a")
      } else {
        change(&theirs, "\(number)", &random, mark: "b")
        random = before
        change(&both, "\(number)", &random, mark: "b")
      }
    }
    let merge = ListMerge(base: lists(base), mine: lists(mine), theirs: lists(theirs))
    #expect(merge.conflicts == [])
    #expect(merge.merged == lists(both))
    #expect(ListMerge(base: lists(base), mine: lists(theirs), theirs: lists(mine)).merged == merge.merged)
    #expect(ListMerge(base: lists(base), mine: merge.merged, theirs: lists(theirs)).merged == merge.merged)
    #expect(ListMerge(base: merge.merged, mine: merge.merged, theirs: merge.merged).merged == merge.merged)
  }

  /// For any changes of both people, nothing that one side has changed or added is lost without being shown, and the
  /// result does not depend on the side.
  @Test(arguments: Seeds.of(1...200 as ClosedRange<UInt64>)) func theSidesAreAlikeAndNothingIsLost(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var base: [String: SharedLists.Fields] = [:]
    for number in 1...6 { base["\(number)"] = randomItem(&random) }
    var (mine, theirs) = (base, base)
    for _ in 1...6 {
      change(&mine, "\(Int.random(in: 1...6, using: &random))", &random, mark: "x")
      change(&theirs, "\(Int.random(in: 1...6, using: &random))", &random, mark: "x")
    }
    let merge = ListMerge(base: lists(base), mine: lists(mine), theirs: lists(theirs))
    let other = ListMerge(base: lists(base), mine: lists(theirs), theirs: lists(mine))
    #expect(merge.merged == other.merged)
    #expect(merge.conflicts.count == other.conflicts.count)
    let reported = merge.conflicts.flatMap { [$0.mine, $0.theirs].compactMap { $0 } }
    let texts = merge.merged.items.values.flatMap(\.values).flatMap(\.values)
    for (side, opposite) in [(mine, theirs), (theirs, mine)] {
      for (code, fields) in side where fields != base[code] {
        for (field, value) in fields where base[code]?[field] != value {
          #expect(
            texts.contains(value) || reported.contains(value), "\(code) \(field) \(value) \(opposite[code] ?? [:])")
        }
      }
    }
  }

  @Test func codesOfOwnersAreAddedAndTakenOutOneByOne() {
    let merge = ListMerge(
      base: lists(["1": milk(["owners": "anna,ben"])]), mine: lists(["1": milk(["owners": "anna"])]),
      theirs: lists(["1": milk(["owners": "anna,ben,carl"])]))
    #expect(merge.merged.items["home"]?["1"]?["owners"] == "anna,carl")
    #expect(merge.conflicts == [])
  }

  @Test func aFieldThatBothChangedIsAConflict() throws {
    let (base, mine, theirs) = (
      lists(["1": milk()]), lists(["1": milk(["expires_on": "2026-11-28"])]),
      lists(["1": milk(["expires_on": "2026-12-02"])])
    )
    let merge = ListMerge(base: base, mine: mine, theirs: theirs)
    let conflict = try #require(merge.conflicts.first)
    #expect(merge.conflicts.count == 1)
    #expect([conflict.base, conflict.mine, conflict.theirs] == ["2026-11-30", "2026-11-28", "2026-12-02"])
    #expect(merge.merged == base)
    #expect(ListMerge(base: base, mine: mine, theirs: theirs, preferring: .mine).merged == mine)
    #expect(ListMerge(base: base, mine: mine, theirs: theirs, preferring: .theirs).merged == theirs)
  }

  @Test func whatOneTookOutAndTheOtherChangedStays() throws {
    let (base, changed) = (lists(["1": milk()]), lists(["1": milk(["note": "opened"])]))
    let none = SharedLists(lists: ["home": ["list_title": "Home"]])
    let merge = ListMerge(base: base, mine: lists([:]), theirs: changed)
    #expect(merge.merged == changed)
    #expect(merge.conflicts.map(\.kind) == [.editedAndDeleted])
    #expect(ListMerge(base: base, mine: lists([:]), theirs: changed, preferring: .mine).merged == none)
    // An item that one side removed and the other did not change is removed without a notice.
    #expect(ListMerge(base: base, mine: lists([:]), theirs: base).merged == none)
  }

  @Test func whatBothAddedIsKept() {
    // Under codes of their own, though it is the same by name and day: there may be two of them.
    let apart = ListMerge(base: lists([:]), mine: lists(["a": milk()]), theirs: lists(["b": milk()]))
    #expect(apart.merged.items["home"]?.count == 2)
    // Under one code, though these are two things.
    let clash = ListMerge(
      base: lists([:]), mine: lists(["1": milk()]), theirs: lists(["1": milk(["title": "Rice"])]))
    #expect(clash.merged.items["home"]?.mapValues { $0["title"] } == ["1": "Milk", "1-2": "Rice"])
    #expect(clash.conflicts == [])
    // Under one code, the same thing: fields come together.
    let same = ListMerge(
      base: lists([:]), mine: lists(["1": milk(["note": "big"])]), theirs: lists(["1": milk(["quantity": "2"])]))
    #expect(same.merged.items["home"] == ["1": milk(["note": "big", "quantity": "2"])])
  }

  @Test func whatWasPutInAgainUnderAnotherCodeIsTheSame() {
    let merge = ListMerge(
      base: lists(["1": milk()]), mine: lists(["1": milk(["note": "mine"])]),
      theirs: lists(["new": milk(["quantity": "2"])]))
    #expect(merge.merged.items["home"] == ["1": milk(["note": "mine", "quantity": "2"])])
    #expect(merge.conflicts == [])
  }

  @Test func aListThatOneTookOutStaysForWhatTheOtherPutOnIt() {
    let base = lists(["1": milk()])
    let merge = ListMerge(base: base, mine: SharedLists(), theirs: lists(["1": milk(), "2": milk(["title": "Rice"])]))
    #expect(merge.merged.lists == ["home": ["list_title": "Home"]])
    #expect(merge.merged.items["home"]?.keys.sorted() == ["2"])
    #expect(ListMerge(base: base, mine: SharedLists(), theirs: base).merged == SharedLists(lists: [:], items: [:]))
  }

  @Test func listsAreReadAndWrittenAsAFileHasThem() throws {
    let format = try standardFormats.format("freshness-list")
    let sink = ByteSink.memory()
    let lists = SharedLists(
      lists: ["home": ["list_title": "Home"]],
      items: ["home": ["1": milk(["owners": "anna,ben", "done": "true", "quantity": "1.5", "reminder": "7"])]])
    try lists.write(as: format, to: sink)
    let (read, problems) = try SharedLists.read(.memory(sink.collectedBytes, name: "a.json"), as: format)
    #expect(read == lists)
    #expect(problems == [])
  }

  @Test func anItemTwiceIsTold() throws {
    let format = try standardFormats.format("freshness-list")
    let item = "{\"id\": \"1\", \"name\": \"Milk\", \"expires\": \"2026-11-30\"}"
    let text = "{\"freshness_lists\": {\"home\": {\"items\": [\(item), \(item)]}}}"
    let (_, problems) = try SharedLists.read(.text(text, name: "a.json"), as: format)
    #expect(problems.map(\.code.id) == ["list-repeated"])
  }

  @Test func listsWithoutEndAreRefused() throws {
    let format = try standardFormats.format("freshness-list")
    let items = (0...100_000).map { "\"\($0)\":{\"name\":\"x\",\"expires\":\"2026-11-30\"}" }.joined(separator: ",")
    let source = ByteSource.text("{\"freshness_lists\": {\"home\": {\"items\": {\(items)}}}}", name: "a.json")
    let error = #expect(throws: Problems.self) { try SharedLists.read(source, as: format) }
    #expect(error?.code.id == "list-too-long")
  }
}

internal import FormatKit

/// What Google needs of every item of a primary feed (product data specification), and what the items lack.
struct FeedNeeds {
  /// How many items are listed; the rest is counted.
  private static let maximumProblems = 100

  /// The attributes with what to do where they are missing.
  private static let needed: [(name: String, remedy: String)] = [
    ("title", "import a title"),
    ("description", "import a description, or give --set description='{title}'"),
    ("link", "give the address of the item's page: --set link='https://YOUR-SHOP/{sku}'"),
    ("image_link", "give the address of its picture: --set image_link='https://YOUR-SHOP/pictures/{sku}.jpg'"),
    ("availability", "give --set availability=in_stock"),
    (
      "price", "import a price that is valid now, or set the status of the product to discontinued, which leaves it out"
    ),
  ]
  /// Under which names other shop systems keep the addresses of pictures.
  private static let pictures = ["c:image", "c:images"]

  private var problems: [Problem] = []
  private var problemCount = 0

  /// Whether nothing was missing so far.
  var isMet: Bool { problemCount == 0 }

  /// Records an error of writing; the writer still tries the next item.
  mutating func add(_ error: Problems) { add(error.first) }

  private mutating func add(_ problem: Problem) {
    problemCount += 1
    if problems.count < Self.maximumProblems { problems.append(problem) }
  }

  /// The items that are not in the feed.
  private(set) var omitted = OmittedItems()

  /// Whether an item is not in the feed, because it is not active and has no price.
  mutating func leavesOut(_ item: WrittenItem) -> Bool {
    guard item.values["price"] == nil, let status = item.text("c:status"), status != "active" else { return false }
    omitted.add(item.id)
    return true
  }

  /// The notice about the items left out.
  var notices: [Problem] { [omitted.notice(.merchantOmitted)].compactMap { $0 } }

  /// Fills in values that exist under other names, and records missing ones.
  mutating func complete(_ item: inout WrittenItem) {
    if item.values["image_link"] == nil, let picture = Self.picture(of: item) {
      item.values["image_link"] = [.text(picture)]
    }
    if item.values["condition"] == nil { item.values["condition"] = [.text("new")] }
    let missing = Self.needed.filter { item.values[$0.name] == nil }
    guard !missing.isEmpty else { return }
    let names = missing.map(\.name)
    let remedy = missing.map(\.remedy).joined(separator: "; ")
    add(
      Problem(
        .merchantMissingValue, at: SourcePosition(record: item.record, field: names[0], path: item.id), value: item.id,
        "Google needs \(names.joined(separator: ", ")), and the shop has none",
        remedy: remedy.prefix(1).uppercased() + remedy.dropFirst() + "."))
  }

  /// The address of the first picture that another system kept.
  private static func picture(of item: WrittenItem) -> String? {
    for name in pictures {
      guard case .text(let text)? = item.values[name]?.first else { continue }
      let first = text.prefix { $0 != "," }
      if first.hasPrefix("https://") || first.hasPrefix("http://") { return String(first) }
    }
    return nil
  }

  /// All that is missing as one error; nil when there is nothing.
  var error: Problems? {
    var listed = problems
    if problemCount > listed.count {
      listed.append(
        Problem(
          .merchantMissingValue, "\(problemCount - listed.count) further items are not listed",
          remedy: "Correct those above, then export again."))
    }
    return Problems(collected: listed)
  }
}

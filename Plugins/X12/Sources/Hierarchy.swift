internal import FormatKit
internal import SupplyDocuments

/// The nesting of the levels of HL segments.
///
/// Levels come in order, each before those within it, so only the path from the outermost to the current one is kept.
struct Hierarchy: Sendable {
  struct Level: Sendable {
    let id: String
    let code: String
  }

  /// The path from the outermost to the current level.
  private(set) var levels: [Level] = []
  /// How deep levels may be.
  static let maximumDepth = 1000

  /// Takes the next HL segment over.
  mutating func take(_ segment: Segment, place: Int) -> [X12Problem] {
    let (id, parent, code) = (segment.text(1), segment.text(2), segment.text(3))
    if parent.isEmpty {
      levels.removeAll()
    } else if let found = levels.lastIndex(where: { $0.id == parent }) {
      levels.removeLast(levels.count - found - 1)
    } else {
      levels.removeAll()
      levels.append(Level(id: id, code: code))
      return [
        X12Problem(
          .x12Hierarchy, .element("7", 2, dataElement: "628"), at: segment, place: place, element: 2,
          value: parent, "the level '\(id)' is in the level '\(parent)', which is not open here")
      ]
    }
    var problems: [X12Problem] = []
    if levels.contains(where: { $0.id == id }) {
      problems.append(
        X12Problem(
          .x12Hierarchy, .element("7", 1, dataElement: "628"), at: segment, place: place, element: 1,
          value: id, "the level '\(id)' is in itself"))
    }
    guard levels.count < Self.maximumDepth else {
      problems.append(
        X12Problem(
          .tooDeep, .segment("4"), at: segment, place: place, value: id,
          "the level '\(id)' is nested more than \(Self.maximumDepth) deep",
          remedy: "Ask the sender for the ship notice again; goods are packed in a handful of levels."))
      return problems
    }
    levels.append(Level(id: id, code: code))
    return problems
  }
}

/// The count and the sum for CTT.
struct LineTotals {
  private let counted: [[String]]
  private let hashed: [(path: String, element: Int)]
  private var counts: [Int]
  private var sums: [ExactSum]

  init(_ message: Message) {
    counted = message.counted.map { $0.split(separator: "|").map(String.init) }
    hashed = message.hashed
    counts = Array(repeating: 0, count: counted.count)
    sums = Array(repeating: ExactSum(), count: hashed.count)
  }

  mutating func take(_ segment: Segment, at path: String) {
    for (index, paths) in counted.enumerated() where paths.contains(path) { counts[index] += 1 }
    for (index, place) in hashed.enumerated() where place.path == path {
      guard let number = ExactNumber(x12: segment.simple(place.element)) else { continue }
      sums[index].add(number)
    }
  }

  func problems(of segment: Segment, place: Int) -> [X12Problem] {
    var found: [X12Problem] = []
    let text = segment.text(1)
    if let said = Int(text), !counts.isEmpty, !counts.contains(said) {
      let shown = Set(counts).sorted().map(String.init).joined(separator: " or ")
      found.append(
        X12Problem(
          .x12LineCount, .element("7", 1, dataElement: "354"), at: segment, place: place, element: 1,
          value: text, "the count of lines is '\(text)', but there are \(shown)"))
    }
    let hash = segment.text(2)
    if !hash.isEmpty, let said = ExactNumber(x12: hash), let sum = sums.first?.value,
      !sums.contains(where: { $0.value.map { $0 == said } ?? true }), !said.isZero
    {
      found.append(
        X12Problem(
          .x12HashTotal, .element("7", 2, dataElement: "347"), at: segment, place: place, element: 2,
          value: hash, "the hash total is '\(hash)', but the quantities make \(sum.text)"))
    }
    return found
  }
}

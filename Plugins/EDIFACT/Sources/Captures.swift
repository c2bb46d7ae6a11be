internal import FormatKit
internal import SupplyDocuments

/// How one value of a message is found: in which group and segment, by which qualifier, at which place.
struct MappingRule: Sendable {
  /// The part of the segment that is kept.
  enum Taking: Sendable {
    /// One component.
    case component
    /// All components of the element.
    case composite
    /// All components of the element as one text.
    case joined
    /// The second component of the element, added to what is there.
    case sum
  }

  let slot: String
  /// The path of the group: empty for the head, `NAD/CTA`, `LIN/PRI`, `UNS/TAX`.
  let scope: String
  let tag: String
  /// Codes of the qualifier, the best first; empty for any.
  let codes: [Substring]
  let qualifier: (element: Int, component: Int)
  let element: Int
  let component: Int
  let taking: Taking
  /// The parties (3035) in whose group it must be; empty for any.
  let parties: [Substring]

  /// - Parameters:
  ///   - codes: words with `|` between them, the best first.
  ///   - at: `2` or `2.3`, the element and component to take.
  ///   - by: the position of the qualifier.
  init(
    _ slot: String, _ scope: String, _ tag: String, _ codes: String, at: (Int, Int), _ taking: Taking = .component,
    by qualifier: (Int, Int) = (1, 1), of parties: String = ""
  ) {
    self.slot = slot
    self.scope = scope
    self.tag = tag
    self.codes = codes.split(separator: "|")
    self.qualifier = qualifier
    (element, component) = at
    self.taking = taking
    self.parties = parties.split(separator: "|")
  }
}

/// A value that a rule found.
struct Capture: Sendable {
  var parts: [String]
  var code: String
  var place: EDIFACTProblem.Place
  fileprivate var rank: Int

  var text: String { parts.first ?? "" }
  /// A component of a composite; empty when it is not there.
  subscript(_ component: Int) -> String { parts[safe: component - 1] ?? "" }
}

/// The values found in one part of a message: its head, a section, a line, a quantity of it.
struct Captures: Sendable {
  private var values: [String: Capture] = [:]
  private(set) var prices: [[String]] = []
  private(set) var codes: [ItemCode] = []
  private var sums: [String: ExactSum] = [:]

  /// One number of an item with the code that says whose it is (7143), and what a PIA says of it (4347).
  struct ItemCode: Sendable {
    var number: String
    var type: String
    var function: String
    var place: EDIFACTProblem.Place
  }

  static let maximumCodes = 200
  private static let maximumBytes = 4096

  subscript(_ slot: String) -> Capture? { values[slot] }

  func text(_ slot: String) -> String? {
    guard let text = values[slot]?.text, !text.isEmpty else { return nil }
    return text
  }

  func sum(_ slot: String) -> String? {
    sums[slot]?.value?.shortest
  }

  mutating func removeAll() { self = Captures() }

  mutating func take(_ segment: Segment, by rules: [MappingRule], party: String, at place: EDIFACTProblem.Place) {
    for rule in rules {
      if !rule.parties.isEmpty, !rule.parties.contains(Substring(party)) { continue }
      let code = segment.value(rule.qualifier.element, rule.qualifier.component)
      guard let rank = rule.codes.isEmpty ? 0 : rule.codes.firstIndex(of: Substring(code)) else { continue }
      if rule.taking == .sum {
        sums[rule.slot, default: ExactSum()].add(written: segment.value(rule.element, 2))
        continue
      }
      if let before = values[rule.slot], before.rank <= rank { continue }
      let parts: [String] =
        switch rule.taking {
        case .component, .sum: [segment.value(rule.element, rule.component)]
        case .composite: segment.values(rule.element)
        case .joined: [segment.values(rule.element).filter { !$0.isEmpty }.joined(separator: " ")]
        }
      guard parts.contains(where: { !$0.isEmpty }) else { continue }
      values[rule.slot] = Capture(
        parts: parts, code: code, place: place.at(rule.element, rule.taking == .component ? rule.component : 0),
        rank: rank)
    }
    // A text larger than any item number or price is not gathered.
    guard segment.text.count <= Self.maximumBytes else { return }
    switch segment.tag {
    case "LIN": take(codes: segment, from: 3, through: 3, function: "", place)
    case "PIA": take(codes: segment, from: 2, through: 6, function: segment.value(1), place)
    case "PRI" where prices.count < Self.maximumCodes: prices.append(segment.values(1))
    default: break
    }
  }

  private mutating func take(
    codes segment: Segment, from first: Int, through last: Int, function: String, _ place: EDIFACTProblem.Place
  ) {
    for element in first...last {
      let parts = segment.values(element)
      guard let number = parts.first, !number.isEmpty, codes.count < Self.maximumCodes else { continue }
      codes.append(
        ItemCode(number: number, type: parts[safe: 1] ?? "", function: function, place: place.at(element, 1)))
    }
  }
}

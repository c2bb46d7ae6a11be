internal import FormatKit
internal import SupplyDocuments

/// Checks the elements of one segment by its table: presence, number, length, kind and code.
struct ElementCheck {
  let characters: ServiceCharacters
  let isOldDirectory: Bool
  /// Whether a number with another decimal mark than announced was reported.
  var toldDecimalMark = false

  mutating func problems(of segment: Segment, at place: EDIFACTProblem.Place, level: EDIFACTProblem.Level)
    -> [EDIFACTProblem]
  {
    guard let rules = SegmentTables.elements(of: segment.tag) else { return [] }
    var found: [EDIFACTProblem] = []
    if segment.elementCount > rules.count {
      found.append(
        EDIFACTProblem(
          .edifactSurplusElement, level, error: 16, at: place.at(rules.count + 1),
          value: segment.value(rules.count + 1),
          "\(segment.tag) has \(segment.elementCount) elements, and may have \(rules.count)"))
    }
    var next = 0
    let components = segment.components
    for (index, rule) in rules.enumerated() {
      let element = index + 1
      var isEmpty = true
      while next < components.count, components[next].element == element {
        // The components of one repetition.
        let repetition = components[next].repetition
        var end = next
        while end < components.count, components[end].element == element, components[end].repetition == repetition {
          end += 1
        }
        let run = components[next..<end]
        next = end
        guard run.contains(where: { $0.start < $0.end }) else { continue }
        isEmpty = false
        check(segment, run, rule, place.at(element, repetition: repetition), level, &found)
      }
      if isEmpty, rule.isMandatory {
        found.append(
          EDIFACTProblem(
            .edifactMissingElement, level, error: 13, at: place.at(element),
            "\(segment.tag) lacks its element \(rule.identifier)"))
      }
    }
    return found
  }

  private mutating func check(
    _ segment: Segment, _ run: ArraySlice<Segment.Component>, _ rule: SegmentTables.ElementRule,
    _ place: EDIFACTProblem.Place,
    _ level: EDIFACTProblem.Level, _ found: inout [EDIFACTProblem]
  ) {
    let surplus = run.dropFirst(rule.components.count)
    // A separator at the end says nothing, and is not a component too many.
    if let first = surplus.first(where: { $0.start < $0.end }) {
      found.append(
        EDIFACTProblem(
          .edifactSurplusElement, level, error: 16,
          at: place.at(place.element, first.number, repetition: place.repetition), value: segment.string(first),
          "\(rule.identifier) has \(run.count) components, and may have \(rule.components.count)"))
    }
    for (index, component) in rule.components.enumerated() {
      let here = place.at(place.element, rule.components.count == 1 ? 0 : index + 1, repetition: place.repetition)
      guard let given = run.dropFirst(index).first, given.start < given.end else {
        if component.isMandatory, rule.components.count > 1 {
          found.append(
            EDIFACTProblem(
              .edifactMissingElement, level, error: 13, at: here,
              "\(rule.identifier) lacks its component \(component.identifier)"))
        }
        continue
      }
      check(segment.text[given.start..<given.end], component, here, level, &found)
    }
  }

  private mutating func check(
    _ text: ArraySlice<UInt8>, _ rule: SegmentTables.ComponentRule, _ place: EDIFACTProblem.Place,
    _ level: EDIFACTProblem.Level,
    _ found: inout [EDIFACTProblem]
  ) {
    var count = text.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
    if rule.isNumeric {
      guard let number = WrittenNumber(text) else {
        let value = String(decoding: text.prefix(200), as: UTF8.self)
        found.append(
          EDIFACTProblem(
            .edifactInvalidNumber, level, error: text.first == 44 || text.first == 46 ? 38 : 37, at: place,
            value: value,
            "\(rule.identifier) '\(value)' is not a number"))
        return
      }
      // Sign and mark do not count.
      count = number.digitCount
      if let mark = number.mark, mark != characters.decimalMark, !toldDecimalMark {
        toldDecimalMark = true
        let value = String(decoding: text, as: UTF8.self)
        found.append(
          EDIFACTProblem(
            .edifactDecimalMark, level, error: 19, at: place, value: value,
            "the number '\(value)' has another decimal mark than the UNA announces"))
      }
    }
    let maximum = isOldDirectory ? rule.oldMaximum : rule.newMaximum
    if count > maximum || count < rule.minimum {
      let value = String(decoding: text.prefix(800), as: UTF8.self)
      found.append(
        EDIFACTProblem(
          .edifactLength, level, error: count > maximum ? 39 : 40, at: place, value: value,
          "\(rule.identifier) '\(value.prefix(60))' has \(count) characters instead of "
            + (rule.minimum == maximum ? "\(maximum)" : "at most \(maximum)")))
    } else if rule.isAlphabetic, text.contains(where: { (48...57).contains($0) }) {
      let value = String(decoding: text, as: UTF8.self)
      found.append(
        EDIFACTProblem(
          .edifactLength, level, error: 37, at: place, value: value, "\(rule.identifier) '\(value)' has digits"))
    }
    if let list = CodeLists.complete[rule.identifier] {
      let value = String(decoding: text.prefix(100), as: UTF8.self)
      if !list.contains(Substring(value)) { found.append(.unknownCode(value, of: rule.identifier, at: place, level)) }
    }
  }
}

extension EDIFACTProblem {
  static func unknownCode(_ value: String, of list: String, at place: Place, _ level: Level) -> EDIFACTProblem {
    EDIFACTProblem(
      .edifactCodeUnknown, level, error: 12, at: place, value: value,
      "the code '\(value)' is not known in the list \(list) (\(CodeLists.names[list] ?? "codes"))")
  }
}

/// A number as EDIFACT writes it: digits, a minus ahead, a point or a comma before the fraction (ISO 9735-1, 10).
struct WrittenNumber: Hashable, Sendable {
  /// The same with a point: `-1202.58`.
  let text: String
  let digitCount: Int
  /// The decimal mark; nil for a number without one.
  let mark: UInt8?

  init?(_ bytes: some Collection<UInt8>) {
    var result: [UInt8] = []
    var digits = 0
    var found: UInt8?
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case 48...57:
        digits += 1
        result.append(byte)
      case 45 where index == 0: result.append(byte)
      case 43 where index == 0: break
      case 44, 46:
        guard found == nil else { return nil }
        found = byte
        // The result has a digit on both sides of the point.
        if digits == 0 { result.append(48) }
        result.append(46)
      default: return nil
      }
    }
    guard digits > 0, digits <= 40 else { return nil }
    if result.last == 46 { result.removeLast() }
    text = String(decoding: result, as: UTF8.self)
    digitCount = digits
    mark = found
  }

  init?(_ text: String) { self.init(Array(text.utf8)) }
}

extension ExactSum {
  /// Adds a value of an element; one that is not a number is reported elsewhere and left out.
  mutating func add(written text: String) {
    if let number = WrittenNumber(text) { add(ExactNumber(number.text)) }
  }
}

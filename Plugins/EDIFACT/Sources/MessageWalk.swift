internal import FormatKit

/// Follows one message: order, elements and totals.
final class MessageWalk {
  let header: MessageHeader
  /// Nil for messages that are passed over.
  private var structure: StructureWalk?
  /// Whether the tables are those of the message's own directory.
  private let isExact: Bool
  private var check: ElementCheck
  private(set) var segmentCount = 0
  private(set) var path = ""
  /// The path as mapping names it.
  private(set) var scope = ""
  /// Whether the last segment has a place in the message.
  private(set) var isPlaced = true
  private var lineCount = 0
  private var mainQuantity = DecimalSum()
  private var allQuantities = DecimalSum()
  private var hasQuantityInLine = false
  private var totals: [(qualifier: String, value: String, place: Fault.Place)] = []
  private var toldLineBreak = false
  private var toldLevel = false

  var isSupported: Bool { structure != nil }

  init(_ header: MessageHeader, characters: ServiceCharacters) {
    self.header = header
    let table = MessageTables.table(header.type, header.directory)
    structure = table.map { StructureWalk($0.table) }
    isExact = table?.isExact ?? true
    check = ElementCheck(characters: characters, isOldDirectory: header.directory.isOld)
  }

  func place(of segment: Segment) -> Fault.Place {
    Fault.Place(
      line: segment.line, byteOffset: segment.byteOffset, messageNumber: header.number, segmentNumber: segment.number,
      tag: segment.tag)
  }

  /// Takes the next segment, its UNH and UNT included.
  ///
  /// - Parameter checksElements: false when the segments were found right before, and are only placed.
  func take(_ segment: inout Segment, level characterLevel: CharacterLevel, checksElements: Bool = true) -> [Fault] {
    segmentCount += 1
    segment.number = segmentCount
    guard structure != nil else { return [] }
    guard checksElements else {
      if segmentCount > 1 { move(to: segment.tag) }
      return []
    }
    let place = place(of: segment)
    var found = textFaults(of: segment, characterLevel, place)
    // The UNH is where the walk begins.
    if segmentCount > 1 { found += order(of: segment, place) }
    let level: Fault.Level = scope.hasPrefix("LIN") ? .segment : .message
    found += check.faults(of: segment, at: place, level: level)
    count(segment, place)
    return found
  }

  private func move(to tag: String) {
    guard let outcome = structure?.step(tag) else { return }
    if case .unexpected = outcome { isPlaced = false } else { isPlaced = true }
    if isPlaced, let structure { (path, scope) = (structure.path, structure.scope) }
  }

  private func order(of segment: Segment, _ place: Fault.Place) -> [Fault] {
    guard let outcome = structure?.step(segment.tag) else { return [] }
    isPlaced = true
    var found: [Fault] = []
    switch outcome {
    case .placed: found = missingFaults(at: place, before: segment.tag)
    case .repeated(let maximum, let isGroup):
      let what = isGroup ? "the group \(segment.tag)" : segment.tag
      found = missingFaults(at: place, before: segment.tag)
      found.append(
        fault(
          .edifactTooManySegments, isGroup ? 36 : 35, place,
          "\(what) stands here more often than the \(maximum) times that \(header.type) allows"))
    case .unexpected(let isKnown):
      isPlaced = false
      found.append(
        fault(
          .edifactUnexpectedSegment, 15, place,
          isKnown
            ? "\(segment.tag.prefix(20)) stands where \(header.type) has no place for it"
            : "\(header.type) has no segment \(segment.tag.prefix(20))"))
    }
    if isPlaced, let structure { (path, scope) = (structure.path, structure.scope) }
    return found
  }

  private func fault(_ code: DiagnosticCode, _ error: Int, _ place: Fault.Place, _ message: String) -> Fault {
    let tag = String(place.tag.prefix(20))
    guard !isExact else { return Fault(code, .message, error: error, at: place, value: tag, message) }
    let directory = header.directory.isOld ? "D.96A" : "D.01B"
    return Fault(
      .edifactStructureDiffers, .message, error: error, at: place, value: tag,
      "\(message), by the tables of \(directory)")
  }

  private func missingFaults(at place: Fault.Place, before tag: String) -> [Fault] {
    (structure?.missing ?? []).map { name in
      fault(.edifactMissingSegment, 13, place, "\(name) is missing ahead of \(tag)")
    }
  }

  private func textFaults(
    of segment: Segment, _ level: CharacterLevel, _ place: Fault.Place
  ) -> [Fault] {
    var found: [Fault] = []
    if segment.hasLineBreak, !toldLineBreak {
      toldLineBreak = true
      found.append(
        Fault(
          .edifactLineBreak, .segment, error: 21, at: place, "a line ends within the segment \(segment.tag.prefix(20))")
      )
    }
    if segment.hasUnneededRelease {
      found.append(
        Fault(
          .edifactUnneededRelease, .segment, error: 21, at: place,
          "a release character stands ahead of a character that needs none in \(segment.tag.prefix(20))"))
    }
    if !toldLevel, let wrong = segment.text.first(where: { !level.allows($0) }) {
      toldLevel = true
      let shown = segment.components.first { segment.text[$0.start..<$0.end].contains(wrong) }.map(segment.string) ?? ""
      found.append(
        Fault(
          .edifactCharacterLevel, .segment, error: 21, at: place, value: shown,
          "'\(shown.prefix(60))' has characters that \(level.identifier) does not allow"))
    }
    return found
  }

  // MARK: Totals

  private func count(_ segment: Segment, _ place: Fault.Place) {
    guard isPlaced else { return }
    switch segment.tag {
    case "LIN":
      lineCount += 1
      hasQuantityInLine = false
    case "QTY" where scope == "LIN":
      let value = segment.value(1, 2)
      if !hasQuantityInLine { mainQuantity.add(value) }
      hasQuantityInLine = true
      allQuantities.add(value)
    case "CNT" where totals.count < 100: totals.append((segment.value(1, 1), segment.value(1, 2), place))
    default: break
    }
  }

  private func totalFaults() -> [Fault] {
    totals.compactMap { total in
      switch total.qualifier {
      case "2":
        guard let number = WrittenNumber(total.value), DecimalSum(number.text) != DecimalSum("\(lineCount)") else {
          return nil
        }
        return Fault(
          .edifactControlTotal, .message, error: 29, at: total.place.at(1, 2), value: total.value,
          "CNT says '\(total.value)' lines, and there are \(lineCount)")
      case "1":
        // A sum that nobody can check says nothing: where there is no quantity in the lines, or too many digits.
        guard let number = WrittenNumber(total.value), mainQuantity.count > 0, !allQuantities.isBeyond,
          let sum = Optional(DecimalSum(number.text)), sum != mainQuantity, sum != allQuantities
        else { return nil }
        return Fault(
          .edifactControlTotal, .message, error: 29, at: total.place.at(1, 2), value: total.value,
          "CNT says that the quantities add up to '\(total.value)', and they add up to \(mainQuantity.text)")
      default: return nil
      }
    }
  }

  /// Ends the message with its UNT.
  func finish(_ segment: Segment) -> [Fault] {
    let place = place(of: segment)
    var found: [Fault] = []
    if structure != nil {
      structure?.finish()
      found += missingFaults(at: place, before: "the end")
      found += totalFaults()
    }
    let stated = segment.value(1)
    if Int(stated) != segmentCount {
      found.append(
        Fault(
          .edifactControlCount, .message, error: 29, at: place.at(1), value: stated,
          "UNT says '\(stated)' segments, and there are \(segmentCount)"))
    }
    let reference = segment.value(2)
    if reference != header.reference {
      found.append(
        Fault(
          .edifactControlReference, .message, error: 28, at: place.at(2), value: reference,
          "UNT has the reference '\(reference)', and UNH '\(header.reference)'"))
    }
    return found
  }
}

/// A sum of decimals that are added exactly; it knows when it cannot.
struct DecimalSum: Equatable {
  /// Millionths.
  private var scaled: Int64 = 0
  private(set) var count = 0
  private(set) var isBeyond = false
  private static let fractionDigits = 6

  init() {}

  init(_ text: String) { add(text) }

  static func == (left: Self, right: Self) -> Bool {
    !left.isBeyond && !right.isBeyond && left.scaled == right.scaled
  }

  mutating func add(_ text: String) {
    count += 1
    guard let number = WrittenNumber(text) else { return }
    let parts = number.text.split(separator: ".", omittingEmptySubsequences: false)
    let fraction = parts.count > 1 ? parts[1] : ""
    let digits = fraction.prefix(Self.fractionDigits)
    guard fraction.dropFirst(Self.fractionDigits).allSatisfy({ $0 == "0" }),
      let value = Int64(parts[0] + digits + String(repeating: "0", count: Self.fractionDigits - digits.count))
    else {
      isBeyond = true
      return
    }
    let (sum, overflow) = scaled.addingReportingOverflow(value)
    if overflow { isBeyond = true } else { scaled = sum }
  }

  var text: String {
    let sign = scaled < 0 ? "-" : ""
    let (whole, fraction) = scaled.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    guard fraction > 0 else { return "\(sign)\(whole)" }
    var digits = String(fraction)
    digits = String(repeating: "0", count: Self.fractionDigits - digits.count) + digits
    while digits.last == "0" { digits.removeLast() }
    return "\(sign)\(whole).\(digits)"
  }
}

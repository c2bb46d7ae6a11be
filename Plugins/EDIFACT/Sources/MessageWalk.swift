internal import FormatKit
internal import Segments
internal import SupplyDocuments

/// Follows one message: order, elements and totals.
final class MessageWalk {
  let header: MessageHeader
  /// Nil for messages that are skipped.
  private var walker: MessageWalker?
  private let scopes: [String: String]
  /// Whether the tables are those of the message's own directory.
  private let isExact: Bool
  private var check: ElementCheck
  private(set) var segmentCount = 0
  private(set) var path = ""
  /// The path in the form that the mapping uses; see ``StructureTable/scopes``.
  private(set) var scope = ""
  private var isInSummary = false
  /// Whether the last segment has a place in the message.
  private(set) var isPlaced = true
  private var lineCount = 0
  private var mainQuantity = ExactSum()
  private var allQuantities = ExactSum()
  private var hasQuantity = false
  private var hasQuantityInLine = false
  private var totals: [(qualifier: String, value: String, place: EDIFACTProblem.Place)] = []
  private var toldLineBreak = false
  private var toldLevel = false

  var isSupported: Bool { walker != nil }

  init(_ header: MessageHeader, characters: ServiceCharacters) {
    self.header = header
    let table = MessageTables.table(header.type, header.directory)
    walker = table.map { MessageWalker($0.table.root, .edifact) }
    scopes = table?.table.scopes ?? [:]
    isExact = table?.isExact ?? true
    check = ElementCheck(characters: characters, isOldDirectory: header.directory.isOld)
  }

  func place(of segment: Segment) -> EDIFACTProblem.Place {
    EDIFACTProblem.Place(
      line: segment.line, byteOffset: segment.byteOffset, messageNumber: header.number, segmentNumber: segment.number,
      tag: segment.tag)
  }

  /// Takes the next segment, its UNH and UNT included.
  ///
  /// - Parameter checksElements: false when the segments were found right before, and are only placed.
  func take(_ segment: inout Segment, level characterLevel: CharacterLevel, checksElements: Bool = true)
    -> [EDIFACTProblem]
  {
    segmentCount += 1
    segment.number = segmentCount
    guard walker != nil else { return [] }
    guard checksElements else {
      if segmentCount > 1 { move(to: segment.tag) }
      return []
    }
    let place = place(of: segment)
    var found = textProblems(of: segment, characterLevel, place)
    // The UNH is where the walk begins.
    if segmentCount > 1 { found += order(of: segment, place) }
    let level: EDIFACTProblem.Level = scope.hasPrefix("LIN") ? .segment : .message
    found += check.problems(of: segment, at: place, level: level)
    count(segment, place)
    return found
  }

  private func move(to tag: String) {
    let node = walker?.take(tag)
    isPlaced = node != nil
    guard let node else { return }
    if tag == "UNS" { isInSummary = true }
    if node.group.isEmpty {
      path = isInSummary ? "UNS" : ""
      scope = path
    } else {
      path = node.group
      scope = scopes[path] ?? path
    }
  }

  private func order(of segment: Segment, _ place: EDIFACTProblem.Place) -> [EDIFACTProblem] {
    move(to: segment.tag)
    return (walker?.findings ?? []).map { finding in
      let name = finding.isGroup ? "group \(finding.tag)" : finding.tag
      switch finding.kind {
      case .missing: return missing(name, at: place, before: segment.tag)
      case .repeated(let maximum):
        let what = finding.isGroup ? "the group \(segment.tag)" : segment.tag
        return problem(
          .edifactTooManySegments, finding.isGroup ? 36 : 35, place,
          "\(what) occurs here more often than the \(maximum) times that \(header.type) allows")
      case .unexpected(isKnown: true), .late:
        return problem(
          .edifactUnexpectedSegment, 15, place,
          "\(segment.tag.prefix(20)) stands where \(header.type) has no place for it")
      case .unexpected(isKnown: false):
        return problem(
          .edifactUnexpectedSegment, 15, place, "\(header.type) has no segment \(segment.tag.prefix(20))")
      }
    }
  }

  private func missing(_ name: String, at place: EDIFACTProblem.Place, before tag: String) -> EDIFACTProblem {
    problem(.edifactMissingSegment, 13, place, "\(name) is missing before \(tag)")
  }

  private func problem(_ code: Problem.Code, _ error: Int, _ place: EDIFACTProblem.Place, _ message: String)
    -> EDIFACTProblem
  {
    let tag = String(place.tag.prefix(20))
    guard !isExact else { return EDIFACTProblem(code, .message, error: error, at: place, value: tag, message) }
    let directory = header.directory.isOld ? "D.96A" : "D.01B"
    return EDIFACTProblem(
      .edifactStructureDiffers, .message, error: error, at: place, value: tag,
      "\(message), by the tables of \(directory)")
  }

  private func textProblems(
    of segment: Segment, _ level: CharacterLevel, _ place: EDIFACTProblem.Place
  ) -> [EDIFACTProblem] {
    var found: [EDIFACTProblem] = []
    if segment.hasLineBreak, !toldLineBreak {
      toldLineBreak = true
      found.append(
        EDIFACTProblem(
          .edifactLineBreak, .segment, error: 21, at: place, "a line ends within the segment \(segment.tag.prefix(20))")
      )
    }
    if segment.hasUnneededRelease {
      found.append(
        EDIFACTProblem(
          .edifactUnneededRelease, .segment, error: 21, at: place,
          "a release character is before a character that needs none in \(segment.tag.prefix(20))"))
    }
    if !toldLevel, let wrong = segment.text.first(where: { !level.allows($0) }) {
      toldLevel = true
      let shown = segment.components.first { segment.text[$0.start..<$0.end].contains(wrong) }.map(segment.string) ?? ""
      found.append(
        EDIFACTProblem(
          .edifactCharacterLevel, .segment, error: 21, at: place, value: shown,
          "'\(shown.prefix(60))' has characters that \(level.identifier) does not allow"))
    }
    return found
  }

  // MARK: Totals

  private func count(_ segment: Segment, _ place: EDIFACTProblem.Place) {
    guard isPlaced else { return }
    switch segment.tag {
    case "LIN":
      lineCount += 1
      hasQuantityInLine = false
    case "QTY" where scope == "LIN":
      let value = segment.value(1, 2)
      if !hasQuantityInLine { mainQuantity.add(written: value) }
      hasQuantityInLine = true
      allQuantities.add(written: value)
      hasQuantity = true
    case "CNT" where totals.count < 100: totals.append((segment.value(1, 1), segment.value(1, 2), place))
    default: break
    }
  }

  private func totalProblems() -> [EDIFACTProblem] {
    totals.compactMap { total in
      switch total.qualifier {
      case "2":
        guard let number = WrittenNumber(total.value), ExactNumber(number.text) != ExactNumber(lineCount) else {
          return nil
        }
        return EDIFACTProblem(
          .edifactControlTotal, .message, error: 29, at: total.place.at(1, 2), value: total.value,
          "CNT says '\(total.value)' lines, and there are \(lineCount)")
      case "1":
        // A sum that cannot be checked proves nothing: the lines have no quantity, or it has too many digits.
        guard let number = WrittenNumber(total.value), hasQuantity, let main = mainQuantity.value,
          let all = allQuantities.value, ![main, all].contains(ExactNumber(number.text))
        else { return nil }
        return EDIFACTProblem(
          .edifactControlTotal, .message, error: 29, at: total.place.at(1, 2), value: total.value,
          "CNT says that the quantities add up to '\(total.value)', and they add up to \(main.shortest)")
      default: return nil
      }
    }
  }

  /// Ends the message with its UNT, whose own values are compared by ``InterchangeWalk``.
  func finish(_ segment: Segment) -> [EDIFACTProblem] {
    let place = place(of: segment)
    var found: [EDIFACTProblem] = []
    if walker != nil {
      walker?.finish()
      found += (walker?.findings ?? []).map { finding in
        missing(finding.isGroup ? "group \(finding.tag)" : finding.tag, at: place, before: "the end")
      }
      found += totalProblems()
    }
    return found
  }
}

internal import FormatKit

extension InterchangeScanner {
  /// The fixed widths of ISA's elements (X12.5, section 3.5.1).
  private static let widths = [2, 10, 2, 10, 2, 15, 2, 15, 6, 4, 1, 5, 9, 1, 1, 1]

  func checkHeader() {
    let found = (1...16).map { String(decoding: segment.raw($0), as: UTF8.self).unicodeScalars.count }
    guard let first = zip(found, Self.widths).enumerated().first(where: { $0.element.0 != $0.element.1 }) else {
      return
    }
    let (element, width) = (first.offset + 1, first.element.1)
    let text = segment.text(element)
    report(
      .x12HeaderLayout, .interchange("022"), element: element, value: text,
      "the element has \(first.element.0) instead of \(width) characters")
  }

  /// Checks the elements of the current segment against the dictionary.
  func checkElements(loop: String) {
    if segment.hasTrailingSeparators {
      report(.x12TooManyElements, .segment("8"), loop: loop, "empty elements are at the end of the segment")
    }
    guard let definition = SegmentDictionary.definition(segment.id) else { return }
    if segment.count > definition.elements.count {
      let extra = definition.elements.count + 1
      report(
        .x12TooManyElements, "3", element: extra, number: nil, loop: loop, value: segment.text(extra),
        "the segment has \(segment.count) elements instead of \(definition.elements.count) at most")
    }
    for (index, rule) in definition.elements.enumerated() {
      let element = index + 1
      if element > segment.count, !rule.isMandatory { continue }
      check(element, rule, loop)
    }
    for note in definition.notes { check(note, loop) }
  }

  private func check(_ element: Int, _ rule: ElementPlace, _ loop: String) {
    guard let number = rule.number, let definition = rule.definition else { return }
    let bytes = segment.raw(element)
    guard !bytes.isEmpty else {
      if rule.isMandatory {
        report(
          rule.isUsed ? .x12MissingElement : .x12IncompleteSegment, "1", element: element, number: number, loop: loop,
          "the \(definition.name) is missing")
      }
      return
    }
    if X12Value.isPlainlyRight(bytes, definition, component: segment.separators.component.first) { return }
    let text = segment.simple(element)
    if !text.isEmpty, let code = X12Value.problem(in: text, of: definition.type) {
      report(
        rule.isUsed ? .x12ElementType : .x12OddElement, code, element: element, number: number, loop: loop, value: text,
        "the \(definition.name) '\(text)' is not \(definition.type.shown)")
      return
    }
    let length = X12Value.length(of: text.isEmpty ? bytes : Array(text.utf8)[...], definition.type)
    if length < definition.minimum || length > definition.maximum {
      let isLong = length > definition.maximum
      let bound = isLong ? "at most \(definition.maximum)" : "at least \(definition.minimum)"
      report(
        .x12ElementLength, isLong ? "5" : "4", element: element, number: number, loop: loop, value: text,
        "the \(definition.name) '\(text)' has \(length) characters, where \(bound) are allowed")
    }
  }

  private func check(_ note: SyntaxNote, _ loop: String) {
    let present = note.elements.filter { !segment.raw($0).isEmpty }
    let isBroken: Bool
    var code = "2"
    var missing = note.elements.first { !present.contains($0) } ?? 0
    switch note.kind {
    case .paired: isBroken = !present.isEmpty && present.count < note.elements.count
    case .required: isBroken = present.isEmpty
    case .exclusive:
      isBroken = present.count > 1
      code = "10"
      missing = present.last ?? 0
    case .conditional:
      isBroken = present.first == note.elements.first && present.count < note.elements.count && !present.isEmpty
    case .list: isBroken = present.first == note.elements.first && present.count == 1
    }
    guard isBroken else { return }
    let list = note.elements.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ", ")
    let message =
      switch note.kind {
      case .paired: "of the elements \(list) either all or none are given"
      case .required: "one of the elements \(list) is needed"
      case .exclusive: "only one of the elements \(list) is given"
      case .conditional, .list: "the first of the elements \(list) needs the others"
      }
    let definition = SegmentDictionary.definition(segment.id)
    let number =
      missing > 0 && missing <= (definition?.elements.count ?? 0) ? definition?.elements[missing - 1].number : nil
    report(.x12IncompleteSegment, code, element: missing, number: number, loop: loop, message)
  }

  /// Reports, once for each code, that a code is not in its list.
  func tellUnknown(_ code: String, element: Int, dataElement: String) {
    guard toldCodes.count < 1000, toldCodes.insert(dataElement + "\u{1F}" + code).inserted else { return }
    let name = ElementDictionary.definition(dataElement)?.name ?? "code"
    report(
      .x12CodeUnknown, .none, element: element, value: code,
      "the \(name) '\(code)' is not in the list of data element \(dataElement) as it is known here")
  }
}

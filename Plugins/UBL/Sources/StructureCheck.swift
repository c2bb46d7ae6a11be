internal import FormatKit
internal import XMLReading

/// Follows the children of one element, and reports differences from the schema.
struct ChildCheck {
  let type: TypeRule
  private var counts: [Int]
  private var last = -1

  init(_ type: TypeRule) {
    self.type = type
    counts = Array(repeating: 0, count: type.children.count)
  }

  /// Takes the next child; nil for one that the schema does not have.
  mutating func take(_ tag: some Placed, _ report: inout StructureReport) -> ChildRule? {
    guard let place = type.place(of: tag.name), MappingStep.isOfLibrary(tag.namespace) else {
      report.add(.ublStructure, at: tag, value: tag.name, "'\(type.name)' has no element '\(tag.name)' in UBL 2.1")
      return nil
    }
    let rule = type.children[place]
    counts[place] += 1
    if counts[place] == 2, !rule.isRepeatable {
      report.add(
        type.isOfRecords ? .ublRepeatedElement : .ublStructure, at: tag, value: tag.name,
        "'\(tag.name)' occurs more than once in '\(type.name)'")
    }
    if place < last {
      let other = type.children[last].name
      report.add(
        .ublStructure, at: tag, value: tag.name, "'\(tag.name)' comes after '\(other)' instead of before it")
    }
    last = max(last, place)
    return rule
  }

  /// Reports which mandatory children are missing, of those before one if that is given.
  func finish(
    _ element: some Placed, aheadOf end: String? = nil, from start: String? = nil, _ report: inout StructureReport
  ) {
    let from = start.flatMap { type.place(of: $0) } ?? 0
    let to = end.flatMap { type.place(of: $0) } ?? type.children.count
    for place in from..<max(from, to) where counts[place] == 0 && type.children[place].isRequired {
      let name = type.children[place].name
      report.add(
        type.isOfRecords ? .ublMissingElement : .ublIncompleteElement, at: element, value: name,
        "'\(element.name)' lacks the element '\(name)'")
    }
  }
}

/// Something with a place in the document.
protocol Placed {
  var name: String { get }
  var namespace: String? { get }
  var line: Int { get }
  var byteOffset: Int { get }
  var path: String { get }
}

extension XMLTag: Placed {}
extension XMLElement: Placed {}

/// The problems found in a part of the document.
struct StructureReport {
  /// The maximum number of problems reported for one record.
  static let limit = 1000
  let source: String
  private(set) var problems: [Problem] = []

  init(source: String) { self.source = source }

  mutating func add(
    _ code: Problem.Code, at place: some Placed, value: String? = nil, _ message: String, remedy: String? = nil
  ) {
    guard problems.count < Self.limit else { return }
    let position = SourcePosition(line: place.line, byteOffset: place.byteOffset, path: place.path)
    problems.append(Problem(code, source: source, at: position, value: value, message, remedy: remedy))
  }

  mutating func add(_ found: [Problem]) { problems += found.prefix(max(0, Self.limit - problems.count)) }

  /// Compares an element and all that is in it with the schema.
  mutating func check(_ element: XMLElement, as typeName: String) {
    guard let type = TypeRule.all[typeName] else { return }
    var children = ChildCheck(type)
    for child in element.children {
      guard let rule = children.take(child, &self) else { continue }
      if let inner = rule.type {
        check(child, as: inner)
      } else {
        checkValue(child, rule, in: type)
      }
    }
    children.finish(element, &self)
  }

  /// Checks an element that holds a value.
  mutating func checkValue(_ element: XMLElement, _ rule: ChildRule, in type: TypeRule) {
    let valueType = ElementKind(of: rule.name)
    if element.text.isEmpty, valueType == .text {
      if rule.isRequired, type.isOfRecords {
        add(.ublMissingElement, at: element, value: "", "'\(rule.name)' is empty")
      }
    } else if !valueType.allows(element.text) {
      add(
        type.isOfRecords ? .ublWrongValue : .ublOddValue, at: element, value: element.text,
        "'\(element.text)' is not \(valueType.example)")
    }
    let attribute: String? = valueType == .amount ? "currencyID" : valueType == .measure ? "unitCode" : nil
    if let attribute, element[attribute: attribute]?.isEmpty ?? true {
      add(
        type.isOfRecords ? .ublMissingElement : .ublIncompleteElement, at: element, value: attribute,
        "'\(rule.name)' lacks the attribute '\(attribute)'")
    }
  }
}

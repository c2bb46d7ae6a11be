/// The names of the columns in a vendor's files, and their meanings: the data of which a format is made.
///
/// A header is compared without regard to the case of ASCII letters and to repeated spaces. A name may contain one
/// placeholder for a number, `Option{n} Name`, or for any text, `Current Quantity {name}`, or two of them with text in
/// between.
public struct HeaderLayout<Key: Hashable & Sendable>: Sendable {
  /// The owner of a column's property that the vocabulary has no field for.
  public enum Owner: Hashable, Sendable {
    case product, variant
  }

  /// The meaning of a column.
  public enum Meaning: Hashable, Sendable {
    /// A value that the format makes something of.
    case field(Key)
    /// A property that is kept among the attributes under a name; under that of the column where it is nil.
    case attribute(Owner, String?)
    /// Known, and of no use here.
    case passedOver
  }

  /// One column with all that it is called; the first name is the one that is written.
  public struct Rule: Sendable {
    public let meaning: Meaning
    public let headers: [String]

    public static func field(_ key: Key, _ headers: String...) -> Rule { Rule(meaning: .field(key), headers: headers) }

    public static func attribute(_ owner: Owner, _ name: String?, _ headers: String...) -> Rule {
      Rule(meaning: .attribute(owner, name), headers: headers)
    }

    public static func passedOver(_ headers: String...) -> Rule { Rule(meaning: .passedOver, headers: headers) }
  }

  private struct Pattern: Sendable {
    let rule: Int
    let prefix: [UInt8]
    /// The text between two placeholders; empty where there is only one.
    let infix: [UInt8]
    let suffix: [UInt8]
    let isNumber: Bool
  }

  public let rules: [Rule]
  private let exact: [[UInt8]: Int]
  private let patterns: [Pattern]

  public init(_ rules: [Rule]) {
    self.rules = rules
    var exact: [[UInt8]: Int] = [:]
    var patterns: [Pattern] = []
    for (index, rule) in rules.enumerated() {
      for header in rule.headers {
        let folded = FoldedHeader(header).bytes
        let open = folded.firstIndex(of: UInt8(ascii: "{"))
        guard let open, let close = folded[open...].firstIndex(of: UInt8(ascii: "}")),
          let last = folded.lastIndex(of: UInt8(ascii: "{")), let end = folded.lastIndex(of: UInt8(ascii: "}"))
        else {
          exact[folded] = exact[folded] ?? index
          continue
        }
        patterns.append(
          Pattern(
            rule: index, prefix: Array(folded[..<open]), infix: last > close ? Array(folded[(close + 1)..<last]) : [],
            suffix: Array(folded[(end + 1)...]), isNumber: folded[open...close].elementsEqual("{n}".utf8)))
      }
    }
    self.exact = exact
    self.patterns = patterns
  }

  /// The rule for a header, with the number or the text in the placeholder of its name; nil when the layout does not
  /// know the column.
  func rule(for header: String) -> (index: Int, capture: String?)? {
    let folded = FoldedHeader(header)
    if let index = exact[folded.bytes] { return (index, nil) }
    for pattern in patterns {
      let length = pattern.prefix.count + pattern.suffix.count
      guard folded.bytes.count > length, folded.bytes.starts(with: pattern.prefix),
        folded.bytes.suffix(pattern.suffix.count).elementsEqual(pattern.suffix)
      else { continue }
      let middle = folded.original[pattern.prefix.count..<(folded.original.count - pattern.suffix.count)]
      if !pattern.infix.isEmpty {
        let foldedMiddle = folded.bytes[pattern.prefix.count..<(folded.bytes.count - pattern.suffix.count)]
        guard foldedMiddle.firstRange(of: pattern.infix) != nil else { continue }
      }
      let capture = String(decoding: middle, as: UTF8.self)
      if pattern.isNumber, (Int(capture).map { (1...999).contains($0) } ?? false) == false { continue }
      return (pattern.rule, capture)
    }
    return nil
  }

  /// The field of a header, for any number or text in its placeholder; nil when the header is not that of a field.
  public func key(of header: String) -> Key? {
    guard let found = rule(for: header), case .field(let key) = rules[found.index].meaning else { return nil }
    return key
  }
}

/// The form in which the names of columns are compared.
public enum HeaderName {
  /// In lower case as far as ASCII goes, without the spaces around it and repeated within it.
  public static func folded(_ header: String) -> String { String(decoding: FoldedHeader(header).bytes, as: UTF8.self) }
}

/// A header without the spaces around it and repeated within it, and the same in lower case as far as ASCII goes, so that
/// both have as many bytes.
struct FoldedHeader {
  let original: [UInt8]
  let bytes: [UInt8]

  init(_ header: String) {
    var text: [UInt8] = []
    for byte in header.utf8 {
      let isSpace = byte == 32 || (9...13).contains(byte)
      if isSpace, text.last.map({ $0 == 32 }) ?? true { continue }
      text.append(isSpace ? 32 : byte)
    }
    if text.last == 32 { text.removeLast() }
    original = text
    bytes = text.map { (65...90).contains($0) ? $0 | 0x20 : $0 }
  }
}

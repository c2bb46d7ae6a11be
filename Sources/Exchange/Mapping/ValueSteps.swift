internal import Foundation
internal import RetailValues

extension ValueStep {
  /// A value that a value map with `otherwise: error` does not list.
  struct NotMapped: Error {
    let value: String
  }

  /// A value that a calculation needs is not a number, or the result cannot be stored.
  struct NotANumber: Error {
    let value: String
  }

  /// A number below zero where that means something else.
  struct Negative: Error {
    let value: String
    let remedy: String
  }

  /// Does the step on a text; nil when nothing is left.
  ///
  /// - Parameters:
  ///   - mark: the decimal mark of numbers in columns.
  ///   - column: looks up the text of a column.
  func apply(
    to text: String, mark: ExactDecimal.Mark, column: (String) -> String?
  ) throws -> String? {
    switch self {
    case .trim: return text.trimmingSpaces()
    case .collapseSpaces: return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    case .upper: return text.uppercased()
    case .lower: return text.lowercased()
    case .slug:
      return text.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
    case .stripHTML: return MarkupText.plain(text)
    case .stripPrefix(let prefix): return text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text
    case .stripSuffix(let suffix): return text.hasSuffix(suffix) ? String(text.dropLast(suffix.count)) : text
    case .split(let separator, let take):
      let parts = Self.parts(text, by: separator)
      let index = take > 0 ? take - 1 : parts.count + take
      return parts.indices.contains(index) ? parts[index] : nil
    case .join(let separator, let glue, let most):
      return Self.parts(text, by: separator).prefix(most).joined(separator: glue)
    case .replace(let old, let new): return old.isEmpty ? text : text.replacing(old, with: new)
    case .regex(let pattern, let replacement): return try Self.match(text, pattern, replacement)
    case .map(let values, let otherwise):
      if let value = values[text] { return value }
      switch otherwise {
      case .keep: return text
      case .nothing: return nil
      case .error: throw NotMapped(value: text)
      }
    case .noValue(let words): return words.contains(text) ? nil : text
    case .keyValue(let pairs, let sign, let key):
      for pair in Self.parts(text, by: pairs) {
        guard let range = pair.range(of: sign) else { continue }
        if pair[..<range.lowerBound].trimmingSpaces() == key { return pair[range.upperBound...].trimmingSpaces() }
      }
      return nil
    case .json(let path): return Self.jsonValue(text, path: path, mark)
    case .negate:
      let number = try Self.number(text, mark)
      return Self.text(ExactDecimal(coefficient: -number.coefficient, exponent: number.exponent), mark)
    case .notNegative(let remedy):
      if let number = try? Self.number(text, mark), number.coefficient < 0 {
        throw Negative(value: text, remedy: remedy)
      }
      return text
    case .absolute:
      let number = try Self.number(text, mark)
      return Self.text(ExactDecimal(coefficient: abs(number.coefficient), exponent: number.exponent), mark)
    case .amount: return text.trimmingCurrency
    case .currency: return Self.currency(of: text)
    // It needs the unit that the item is kept in, and is done where the number is read.
    case .unit: return text
    case .per(let name):
      let written = column(name) ?? ""
      guard let count = PriceUnit.items(written) else { throw NotANumber(value: written) }
      return try count == 1 ? text : Self.quotient(text, by: ExactDecimal(coefficient: count, exponent: 0), mark)
    case .divide(let name, _), .multiply(let name, _):
      // A number in the profile is written with a point, even where the columns have a comma.
      let operand = try column(name).map { try Self.number($0, mark) } ?? Self.number(name, .point)
      if case .divide = self { return try Self.quotient(text, by: operand, mark) }
      return try Self.product(text, by: operand, mark)
    }
  }

  /// The code of the currency next to a number; signs that several currencies share are left unchanged.
  private static func currency(of text: String) -> String? {
    let number = text.trimmingCurrency
    guard let range = text.range(of: number), number.utf8.count < text.utf8.count else {
      return text.contains(where: \.isNumber) ? nil : text
    }
    let word = (text[..<range.lowerBound] + text[range.upperBound...]).filter { !$0.isWhitespace }
    return CurrencySigns.code(word) ?? word.uppercased()
  }

  private static func parts(_ text: String, by separator: String) -> [String] {
    guard !separator.isEmpty else { return [text] }
    return text.split(separator: separator).map { $0.trimmingSpaces() }.filter { !$0.isEmpty }
  }

  private static func match(_ text: String, _ pattern: String, _ replacement: String) throws -> String? {
    guard let groups = try TextPattern.firstMatch(of: pattern, in: text) else { return nil }
    var result = ""
    var characters = replacement.makeIterator()
    while let character = characters.next() {
      guard character == "$" else {
        result.append(character)
        continue
      }
      guard let next = characters.next() else {
        result.append("$")
        break
      }
      guard next.isASCII, let group = next.wholeNumberValue, group < groups.count else {
        if next != "$" { result.append("$") }
        result.append(next)
        continue
      }
      result += groups[group] ?? ""
    }
    return result
  }

  private static func jsonValue(_ text: String, path: String, _ mark: ExactDecimal.Mark) -> String? {
    guard text.utf8.count <= 1 << 20,
      var value = try? JSONSerialization.jsonObject(with: Data(text.utf8), options: [.fragmentsAllowed])
    else { return nil }
    for part in path.split(separator: ".") {
      if let object = value as? [String: Any], let next = object[String(part)] {
        value = next
      } else if let list = value as? [Any], let index = Int(part), list.indices.contains(index - 1) {
        value = list[index - 1]
      } else {
        return nil
      }
    }
    switch value {
    case let text as String: return text
    case let number as NSNumber:
      // Numbers of JSON have a point, even where the columns have a comma.
      return mark == .comma ? number.stringValue.replacing(".", with: ",") : number.stringValue
    case let list as [Any]:
      return list.compactMap { $0 as? String ?? ($0 as? NSNumber)?.stringValue }.joined(separator: ", ")
    default: return nil
    }
  }

  private static func number(_ text: String, _ mark: ExactDecimal.Mark) throws -> ExactDecimal {
    do {
      return try ExactDecimal(parsing: text.trimmingSpaces().utf8, mark: mark)
    } catch {
      throw NotANumber(value: text)
    }
  }

  /// The quotient to nine decimals, three more than a unit cost has.
  ///
  /// It is cut off, not rounded, because its reader rounds once. A last digit of 0 or 5 that is not the end moves one
  /// step away from zero, so that neither looks like a number that lies exactly between two others.
  private static func quotient(_ text: String, by right: ExactDecimal, _ mark: ExactDecimal.Mark) throws -> String {
    let left = try number(text, mark)
    guard right.coefficient != 0 else { throw NotANumber(value: "0") }
    let shift = left.exponent - right.exponent + 9
    var numerator = Int128(left.coefficient)
    var denominator = Int128(right.coefficient)
    for _ in 0..<abs(shift) {
      let (product, overflow) = (shift >= 0 ? numerator : denominator).multipliedReportingOverflow(by: 10)
      guard !overflow else { throw NotANumber(value: text) }
      if shift >= 0 { numerator = product } else { denominator = product }
    }
    var (quotient, remainder) = numerator.quotientAndRemainder(dividingBy: denominator)
    if remainder != 0, quotient % 5 == 0 { quotient += (numerator < 0) == (denominator < 0) ? 1 : -1 }
    guard let coefficient = Int64(exactly: quotient), coefficient != .min else { throw NotANumber(value: text) }
    return Self.text(ExactDecimal(coefficient: coefficient, exponent: -9), mark)
  }

  private static func product(_ text: String, by right: ExactDecimal, _ mark: ExactDecimal.Mark) throws -> String {
    let left = try number(text, mark)
    let (product, overflow) = left.coefficient.multipliedReportingOverflow(by: right.coefficient)
    guard !overflow else { throw NotANumber(value: text) }
    return Self.text(ExactDecimal(coefficient: product, exponent: left.exponent + right.exponent), mark)
  }

  private static func text(_ number: ExactDecimal, _ mark: ExactDecimal.Mark) -> String {
    guard number.exponent < 0 else { return "\(number.coefficient)" + String(repeating: "0", count: number.exponent) }
    let shown = FixedPointText.shortest(number.coefficient, fractionDigits: -number.exponent)
    return mark == .comma ? shown.replacing(".", with: ",") : shown
  }
}

/// Text without markup.
enum MarkupText {
  /// Takes tags, comments, scripts and styles out, resolves the entities that shops use, and makes runs of white space one
  /// space. A `<` that begins no tag is text.
  static func plain(_ markup: String) -> String {
    var text = String.UnicodeScalarView()
    var rest = markup.unicodeScalars[...]
    while let scalar = rest.first {
      if scalar == "<", let end = endOfTag(rest) {
        text.append(" ")
        rest = rest[end...]
      } else if scalar == "&", let (resolved, end) = entity(rest) {
        text.append(contentsOf: resolved.unicodeScalars)
        rest = rest[end...]
      } else {
        text.append(scalar)
        rest.removeFirst()
      }
    }
    return String(text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private typealias Scalars = Substring.UnicodeScalarView

  /// The end of the tag, comment, script or style at the start; nil when the text does not start with one.
  private static func endOfTag(_ rest: Scalars) -> Scalars.Index? {
    let body = rest.dropFirst()
    if body.starts(with: "!--".unicodeScalars) { return end(of: "-->", in: body) ?? rest.endIndex }
    guard let first = body.first, first.properties.isAlphabetic || "/!?".unicodeScalars.contains(first) else {
      return nil
    }
    for name in ["script", "style"] where body.prefix(name.count).elementsEqual(name.unicodeScalars, by: isSameLetter) {
      if let close = end(of: "</\(name)", in: body) { return end(of: ">", in: rest[close...]) ?? rest.endIndex }
    }
    return end(of: ">", in: body) ?? rest.endIndex
  }

  private static func isSameLetter(_ left: Unicode.Scalar, _ right: Unicode.Scalar) -> Bool {
    left == right || (left.isASCII && left.value | 0x20 == right.value)
  }

  private static func end(of text: String, in scalars: Scalars) -> Scalars.Index? {
    let wanted = Array(text.unicodeScalars)
    var matched = 0
    for index in scalars.indices {
      if isSameLetter(scalars[index], wanted[matched]) {
        matched += 1
        if matched == wanted.count { return scalars.index(after: index) }
      } else {
        // The longest start of the text that still fits: only `-` may repeat in the texts looked for.
        matched = scalars[index] == wanted[0] ? (wanted[0] == "-" && matched >= 2 ? 2 : 1) : 0
      }
    }
    return nil
  }

  /// The text of the entity at the start, and its end; nil when the text does not start with one.
  private static func entity(_ rest: Scalars) -> (String, Scalars.Index)? {
    var name = ""
    for index in rest.indices.dropFirst() {
      let scalar = rest[index]
      if scalar == ";" {
        guard let text = resolved(name) else { return nil }
        return (text, rest.index(after: index))
      }
      guard name.utf8.count < 10, scalar.isASCII,
        scalar == "#" || scalar.properties.numericType != nil
          || scalar.properties.isAlphabetic
      else { return nil }
      name.unicodeScalars.append(scalar)
    }
    return nil
  }

  private static let named: [String: String] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "reg": "®", "trade": "™", "copy": "©",
    "bull": "•", "hellip": "…", "ndash": "–", "mdash": "—", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”",
    "frac12": "½", "frac14": "¼", "frac34": "¾", "deg": "°", "times": "×", "euro": "€", "pound": "£", "yen": "¥",
    "auml": "ä", "ouml": "ö", "uuml": "ü", "Auml": "Ä", "Ouml": "Ö", "Uuml": "Ü", "szlig": "ß", "eacute": "é",
    "egrave": "è", "ecirc": "ê", "agrave": "à", "aacute": "á", "acirc": "â", "ccedil": "ç", "ntilde": "ñ",
    "oacute": "ó",
    "iacute": "í", "uacute": "ú", "aring": "å", "aelig": "æ", "oslash": "ø", "middot": "·", "laquo": "«", "raquo": "»",
  ]

  private static func resolved(_ name: String) -> String? {
    if let text = named[name] { return text }
    guard name.hasPrefix("#") else { return nil }
    let digits = name.dropFirst()
    let isHexadecimal = digits.first == "x" || digits.first == "X"
    let value = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    guard let scalar = value.flatMap({ Unicode.Scalar($0) }) else { return nil }
    // A control character is not text: its symbol becomes a space.
    return scalar.properties.generalCategory == .control ? " " : String(Character(scalar))
  }
}

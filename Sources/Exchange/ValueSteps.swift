internal import Catalog
internal import Foundation

extension ValueStep {
  /// A value that a value map with `otherwise: error` does not list.
  struct NotMapped: Error {
    let value: String
  }

  /// A number that a calculation needs is none, or the result cannot be kept.
  struct NotANumber: Error {
    let value: String
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
    case .json(let path): return Self.jsonValue(text, path: path)
    case .negate:
      let number = try Self.number(text, mark)
      return Self.text(ExactDecimal(coefficient: -number.coefficient, exponent: number.exponent), mark)
    case .absolute:
      let number = try Self.number(text, mark)
      return Self.text(ExactDecimal(coefficient: abs(number.coefficient), exponent: number.exponent), mark)
    case .divide(let name): return try Self.calculate(text, by: column(name) ?? name, mark, isDivision: true)
    case .multiply(let name): return try Self.calculate(text, by: column(name) ?? name, mark, isDivision: false)
    }
  }

  private static func parts(_ text: String, by separator: String) -> [String] {
    guard !separator.isEmpty else { return [text] }
    return text.split(separator: separator).map { $0.trimmingSpaces() }.filter { !$0.isEmpty }
  }

  private static func match(_ text: String, _ pattern: String, _ replacement: String) throws -> String? {
    // A pattern over a whole novel in a cell could take for ever.
    let expression = try Regex<AnyRegexOutput>(pattern)
    guard let match = text.prefix(10_000).firstMatch(of: expression) else { return nil }
    var result = ""
    var characters = replacement.makeIterator()
    while let character = characters.next() {
      guard character == "$" else {
        result.append(character)
        continue
      }
      guard let next = characters.next() else { break }
      guard let group = next.wholeNumberValue, group < match.output.count else {
        if next != "$" { result.append("$") }
        result.append(next)
        continue
      }
      result += match.output[group].substring ?? ""
    }
    return result
  }

  private static func jsonValue(_ text: String, path: String) -> String? {
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
    case let number as NSNumber: return number.stringValue
    case let list as [Any]: return list.compactMap { $0 as? String }.joined(separator: ", ")
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

  /// Quotients keep nine decimals, rounded half away from zero: three more than a unit cost has.
  private static func calculate(
    _ text: String, by other: String, _ mark: ExactDecimal.Mark, isDivision: Bool
  ) throws -> String {
    let left = try number(text, mark)
    let right = try number(other, mark)
    if isDivision {
      guard right.coefficient != 0 else { throw NotANumber(value: other) }
      let shift = left.exponent - right.exponent + 9
      var numerator = Int128(left.coefficient)
      var denominator = Int128(right.coefficient)
      guard abs(shift) <= 18 else { throw NotANumber(value: text) }
      let power = Int128(ExactDecimal.powersOfTen[abs(shift)])
      if shift >= 0 { numerator *= power } else { denominator *= power }
      let (quotient, remainder) = numerator.quotientAndRemainder(dividingBy: denominator)
      let away = remainder.magnitude * 2 >= denominator.magnitude
      let sign: Int128 = (numerator < 0) == (denominator < 0) ? 1 : -1
      guard let coefficient = Int64(exactly: away && remainder != 0 ? quotient + sign : quotient) else {
        throw NotANumber(value: text)
      }
      return Self.text(ExactDecimal(coefficient: coefficient, exponent: -9), mark)
    }
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
  /// Takes tags out, resolves the entities that shops use, and makes runs of white space one space.
  static func plain(_ markup: String) -> String {
    var text = ""
    var inTag = false
    var entity: String?
    for character in markup {
      if inTag {
        if character == ">" {
          inTag = false
          text.append(" ")
        }
        continue
      }
      if let name = entity {
        if character == ";" {
          text += resolved(name)
          entity = nil
        } else if name.count < 10, character.isLetter || character.isNumber || character == "#" {
          entity = name + String(character)
        } else {
          text += "&" + name
          entity = nil
          if character == "<" { inTag = true } else { text.append(character) }
        }
        continue
      }
      switch character {
      case "<": inTag = true
      case "&": entity = ""
      default: text.append(character)
      }
    }
    if let entity { text += "&" + entity }
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
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

  private static func resolved(_ name: String) -> String {
    if let text = named[name] { return text }
    if name.hasPrefix("#") {
      let digits = name.dropFirst()
      let isHexadecimal = digits.first == "x" || digits.first == "X"
      let value = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      if let scalar = value.flatMap({ Unicode.Scalar($0) }) { return String(Character(scalar)) }
    }
    return "&\(name);"
  }
}

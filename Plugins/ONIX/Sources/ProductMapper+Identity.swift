internal import FormatKit
internal import RetailValues

/// The numbers of a product.
struct ProductIdentity: Sendable {
  /// The number that it is known by.
  let code: String
  /// Its GTIN, if it has one, in the form that is printed on the product.
  let gtin: String?
  /// All its codes that can be scanned, the one on the product first.
  let barcodes: [String]
  /// Codes of a pack of it.
  let packs: [String]
  /// The sender's own number.
  let proprietary: String?
  /// Others, with the name of their scheme.
  let others: [(scheme: String, value: String)]
}

extension ProductMapper {
  /// Types of list 5 that are a GTIN in one of its forms, in the order in which a product is called by them.
  private static let scannable = ["15", "03", "02", "25", "05", "04", "24", "14"]

  /// The elements of ONIX 2.1 that are a number by themselves, with their type.
  private static let oldElements = [
    "ISBN": "02", "EAN13": "03", "UPC": "04", "PublisherProductNo": "01", "ISMN": "05", "DOI": "06",
  ]

  private struct Number {
    let type: String
    let element: MessageElement
    let value: String
    /// Fourteen digits; nil if it is not a GTIN.
    var canonical: String?
  }

  /// The numbers of a product; nil, with a problem, if none of them identifies it.
  mutating func identity(of element: MessageElement) -> ProductIdentity? {
    let numbers = numbers(of: element)
    var good: [Number] = []
    var bad: [(element: MessageElement, value: String, message: String)] = []
    for number in numbers where Self.scannable.contains(number.type) {
      switch Self.canonical(number.value, type: number.type) {
      case .success(let canonical):
        var number = number
        number.canonical = canonical
        good.append(number)
      case .failure(let problem): bad.append((number.element, number.value, problem.message))
      }
    }
    let order = Self.scannable
    good.sort { (order.firstIndex(of: $0.type) ?? 0) < (order.firstIndex(of: $1.type) ?? 0) }
    let isbn = good.first { $0.type == "15" }?.canonical
    if let isbn, let old = good.first(where: { $0.type == "02" }), old.canonical != isbn {
      bad.append(
        (old.element, old.value, "the ISBN-10 '\(old.value)' is not that of the ISBN-13 '\(isbn.dropFirst())'"))
      good.removeAll { $0.type == "02" }
    }
    let proprietary = numbers.first { $0.type == "01" }
    let code = good.first?.canonical.map(Self.shown) ?? (bad.isEmpty ? proprietary?.value.shortened(200) : nil)
    for problem in bad {
      tell(
        code == nil ? .onixWrongIdentifier : .onixOddIdentifier, at: problem.element, value: problem.value,
        problem.message)
    }
    guard let code else {
      if bad.isEmpty {
        let schemes = numbers.map { CodeList.productIdentifierType.word($0.type) }
        tell(
          .onixNoIdentifier, at: element,
          schemes.isEmpty
            ? "the product has no identifier"
            : "the product is known by \(schemes.prefix(5).joined(separator: ", ")) only, which no item can be known by"
        )
      }
      return nil
    }
    return assembled(code, good, numbers, proprietary)
  }

  private func assembled(
    _ code: String, _ good: [Number], _ numbers: [Number], _ proprietary: Number?
  ) -> ProductIdentity {
    var barcodes: [String] = []
    var packs: [String] = []
    for canonical in good.compactMap(\.canonical) {
      let shown = Self.shown(canonical)
      // A GTIN-14 that begins with 1 to 8 is that of a pack of what the other numbers say.
      if let first = canonical.utf8.first, (0x31...0x38).contains(first), good.contains(where: { $0.type != "14" }) {
        if !packs.contains(shown) { packs.append(shown) }
      } else if !barcodes.contains(shown) {
        barcodes.append(shown)
      }
    }
    let others = numbers.filter { number in
      !Self.scannable.contains(number.type) && number.value != code
    }.map { number in
      let own = number.type == "01" ? number.element.value("IDTypeName") : nil
      return (scheme: own ?? CodeList.productIdentifierType.word(number.type), value: number.value.shortened(200))
    }
    return ProductIdentity(
      code: code, gtin: barcodes.first, barcodes: barcodes, packs: packs,
      proprietary: proprietary?.value.shortened(200), others: Array(others.prefix(20)))
  }

  private mutating func numbers(of element: MessageElement) -> [Number] {
    var found: [Number] = []
    for child in element.children where found.count < 100 {
      if child.name == "ProductIdentifier" {
        guard let value = child.value("IDValue") else {
          tell(.onixMissingElement, at: child, "an identifier of the product has no value")
          continue
        }
        guard let type = code(child.first("ProductIDType"), in: .productIdentifierType) else {
          tell(.onixMissingElement, at: child, value: value, "the identifier '\(value)' of the product has no type")
          continue
        }
        found.append(Number(type: type, element: child, value: value))
      } else if let type = Self.oldElements[child.name], !child.text.isEmpty {
        found.append(Number(type: type, element: child, value: child.text))
      }
    }
    return found
  }

  private struct NumberProblem: Error {
    let message: String
  }

  /// The fourteen digits of a number of a type.
  private static func canonical(_ value: String, type: String) -> Result<String, NumberProblem> {
    let name = CodeList.productIdentifierType.word(type)
    var digits = value.filter { $0 != "-" && $0 != " " }.uppercased()
    let length: Int
    switch type {
    case "02": length = 10
    case "05":
      // An ISMN of ten characters is M and nine digits, and the same as 979-0 and those.
      guard digits.count == 10, digits.hasPrefix("M") else {
        return .failure(
          NumberProblem(message: "'\(value.shortened(60))' is not a valid \(name), which is M and nine digits"))
      }
      digits = "9790" + digits.dropFirst()
      length = 13
    case "04": length = 12
    case "14": length = 14
    default: length = 13
    }
    let body = type == "02" ? digits.dropLast() : digits[...]
    let isPlain = body.utf8.allSatisfy { (0x30...0x39).contains($0) }
    guard digits.utf8.count == length, isPlain else {
      return .failure(
        NumberProblem(message: "'\(value.shortened(60))' is not a valid \(name), which has \(length) digits"))
    }
    let isBook = digits.hasPrefix("978") || digits.hasPrefix("979")
    if ["15", "24", "25"].contains(type), !isBook {
      return .failure(NumberProblem(message: "'\(value)' is not a valid \(name), which begins with 978 or 979"))
    }
    do throws(Barcode.ParseError) {
      let barcode = try Barcode(parsing: digits)
      guard type != "02" || barcode.symbology == .isbn10 else {
        return .failure(NumberProblem(message: "the check digit of the \(name) '\(value)' is wrong"))
      }
      return .success(barcode.canonical)
    } catch {
      if case .wrongCheckDigit(let expected) = error {
        return .failure(
          NumberProblem(message: "the last digit of the \(name) '\(value)' should be \(expected)"))
      }
      return .failure(NumberProblem(message: "'\(value.shortened(60))' is not a valid \(name)"))
    }
  }

  /// A GTIN in the form that is printed on products: thirteen digits, twelve for a UPC, fourteen for a pack.
  private static func shown(_ canonical: String) -> String {
    if let (code, _) = Barcode.shortest(canonical) { return code }
    return canonical.hasPrefix("0") ? String(canonical.dropFirst()) : canonical
  }
}

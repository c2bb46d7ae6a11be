internal import FormatKit
internal import JSONReading

/// Goes through the products of a JSON text: one product, an array or an object of them, or one on each line.
struct JSONProducts {
  private enum Place {
    case start
    /// In an array of products.
    case elements
    /// In an object whose members are products.
    case members
    case end
  }

  /// A product is far smaller; this bounds what one of them may take.
  private static let limit = JSONValueLimit(bytes: 2 << 20, nodes: 20_000)

  private let reader: JSONEventReader
  private var place = Place.start

  init(_ source: ByteSource, charset: Charset?) throws(Problems) {
    let isLines = try JSONProductLook(source.preview(), charset: charset).isLines
    reader = try JSONEventReader(source, charset: charset, layout: isLines ? .lines : .document)
  }

  var findings: [SourceFinding] {
    reader.findings + [
      SourceFinding(
        "shape", reader.layout == .lines ? "JSON Lines" : "JSON", evidence: "by looking at the beginning")
    ]
  }

  /// The next product; nil at the end.
  ///
  /// A broken line of JSON Lines is a product that has only its error.
  mutating func next() throws(Problems) -> WrittenProduct? {
    while true {
      do throws(Problems) {
        switch place {
        case .start:
          guard let event = try reader.next() else { return nil }
          if let product = try begin(event) { return product }
        case .elements:
          guard try reader.nextElement() != nil else {
            place = .end
            continue
          }
          return product(try reader.value(limit: Self.limit))
        case .members:
          guard let key = try reader.nextKey() else {
            place = .end
            continue
          }
          return product(try reader.value(limit: Self.limit), named: key)
        case .end:
          // The text after the products must be valid JSON too.
          while try reader.next() != nil {}
          return nil
        }
      } catch {
        guard try reader.skipBrokenLine() else { throw error }
        var broken = WrittenProduct(at: error.first.position)
        broken.problems = [error.first]
        broken.isWhole = false
        return broken
      }
    }
  }

  /// Begins with the text or a line; a product when it is one.
  private mutating func begin(_ event: JSONEvent) throws(Problems) -> WrittenProduct? {
    let isLine = reader.layout == .lines
    guard event == .beginObject else {
      if event == .beginArray, !isLine {
        place = .elements
        return nil
      }
      if !isLine { place = .end }
      return product(try reader.value(limit: Self.limit))
    }
    let start = reader.position
    var members: [JSONMember] = []
    while let key = try reader.nextKey() {
      let value = try reader.value(limit: Self.limit)
      if !isLine, members.isEmpty, !JSONProductLook.isProperty(key), JSONProductLook.isProduct(value) {
        place = .members
        return product(value, named: key)
      }
      members.append(JSONMember(key: key, value: value))
      if members.count > 1000 {
        throw Problems(
          .jsonValueTooLarge, source: reader.source, at: start,
          "the product that begins here has more than 1,000 properties")
      }
    }
    if !isLine { place = .end }
    return product(members, at: start)
  }

  // MARK: Products

  private func product(_ value: JSONValue, named key: String? = nil) -> WrittenProduct {
    if value.isObject { return product(value.members, at: value.position, named: key) }
    var product = WrittenProduct(at: value.position)
    let shown = WrittenProduct.shortened(value.text)
    product.problems = reader.takeProblems()
    product.isWhole = false
    product.tell(.productTableInvalidValue, at: value.position, value: shown, "'\(shown)' is not a product")
    return product
  }

  private func product(_ members: [JSONMember], at start: SourcePosition, named key: String? = nil) -> WrittenProduct {
    var product = WrittenProduct(at: start)
    product.problems = reader.takeProblems()
    if let key { product.name = WrittenValue(content: .text(key), position: start) }
    for member in members {
      let value = member.value
      if value.isNull { continue }
      switch member.key {
      case "name": product.name = written(value)
      case "description": product.description = written(value)
      case "regular_price": product.regularPrice = written(value)
      case "sale_price": product.salePrice = written(value)
      case "colors": takeColours(value, of: &product)
      case "stores": takeStores(value, of: &product)
      case ProductAttribute.id where value.number != nil: product.id = value.number
      default: product.further.append((member.key, value.text))
      }
    }
    return product
  }

  private func written(_ value: JSONValue) -> WrittenValue {
    let content: WrittenValue.Content =
      if let text = value.string { .text(text) } else if let digits = value.number { .number(digits) } else {
        .other(value.text)
      }
    return WrittenValue(content: content, position: value.position)
  }

  private func takeColours(_ value: JSONValue, of product: inout WrittenProduct) {
    if let joined = value.string {
      WrittenColours.take(joined, of: &product, at: value.position)
      product.tell(
        .productTableColourList, at: value.position, value: joined,
        "the colours '\(WrittenProduct.shortened(joined))' are one text instead of a list")
      return
    }
    guard value.isArray else { return refuse(value, "colors", "a list of texts", of: &product) }
    for element in value.elements {
      guard let colour = element.string else {
        refuse(element, "the colour", "a text", of: &product)
        continue
      }
      product.colours.append(colour)
    }
  }

  private func takeStores(_ value: JSONValue, of product: inout WrittenProduct) {
    guard value.isObject else { return refuse(value, "stores", "an object of quantities", of: &product) }
    product.take(stores: value)
  }

  private func refuse(_ value: JSONValue, _ name: String, _ wanted: String, of product: inout WrittenProduct) {
    let shown = WrittenProduct.shortened(value.text)
    product.tell(.productTableInvalidValue, at: value.position, value: shown, "\(name) '\(shown)' is not \(wanted)")
  }
}

/// Colours as the table joins them.
enum WrittenColours {
  /// A longer list is not a list of colours.
  private static let maximum = 1000

  /// Reads the colours of a product from a text, separated by commas, without quoting. An empty part is not a colour.
  static func take(_ joined: String, of product: inout WrittenProduct, at position: SourcePosition) {
    guard joined.utf8.lazy.filter({ $0 == UInt8(ascii: ",") }).prefix(maximum).count < maximum else {
      return product.tell(
        .productTableInvalidValue, at: position, value: joined, "the list of colours has more than \(maximum)",
        remedy: "Look at the column: a text with so many commas is not a list of colours.")
    }
    product.colours = split(joined)
  }

  private static func split(_ joined: String) -> [String] {
    joined.isEmpty ? [] : joined.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }
}

extension WrittenProduct {
  /// Takes the quantities by store; a store that has null keeps its name.
  ///
  /// - Parameter position: where they are, when the object itself is within a text.
  mutating func take(stores value: JSONValue, at position: SourcePosition? = nil) {
    stores = WrittenStores.read(value, at: position)
    let known = Set(stores.map(\.store))
    var seen: Set<String> = []
    for member in value.members
    where member.value.isNull && !known.contains(member.key) && seen.insert(member.key).inserted {
      storesWithoutQuantity.append(member.key)
      tell(
        .productTableNullStock, at: position ?? member.value.position, value: member.key,
        "the store '\(WrittenProduct.shortened(member.key))' has null for a quantity")
    }
  }
}

/// Quantities by store, as either form has them.
enum WrittenStores {
  /// - Parameter position: the position of the text that contains the object, if a text contains it.
  static func read(_ value: JSONValue, at position: SourcePosition? = nil) -> [(store: String, quantity: WrittenValue)]
  {
    var places: [String: Int] = [:]
    var stores: [(store: String, quantity: WrittenValue)] = []
    for member in value.members where !member.value.isNull {
      let content: WrittenValue.Content =
        if let digits = member.value.number { .number(digits) } else if let text = member.value.string {
          .text(text)
        } else { .other(member.value.text) }
      let quantity = WrittenValue(content: content, position: position ?? member.value.position)
      if let place = places[member.key] {
        // If a store occurs twice, which the reader reports, the last one counts.
        stores[place].quantity = quantity
      } else {
        places[member.key] = stores.count
        stores.append((member.key, quantity))
      }
    }
    return stores
  }
}

/// What the beginning of a JSON text shows about products in it.
struct JSONProductLook {
  /// Whether each line is a value of its own.
  private(set) var isLines = false
  /// Whether prices, and colours or stores, have the names of such products.
  var hasProducts: Bool { seen.contains { $0.hasSuffix("_price") } && seen.contains { !$0.hasSuffix("_price") } }
  private var seen: Set<String> = []

  private static let names: Set = ["name", "description", "regular_price", "sale_price", "colors", "stores"]
  /// Those that hardly any other JSON has.
  private static let signs: Set = ["regular_price", "sale_price", "colors", "stores"]

  static func isProperty(_ key: String) -> Bool { names.contains(key) }

  /// Whether a value has properties of a product.
  static func isProduct(_ value: JSONValue) -> Bool { value.members.contains { names.contains($0.key) } }

  init(_ preview: SourcePreview, charset: Charset?) {
    let source = ByteSource.memory(preview.bytes, name: preview.name)
    var count = 0
    do throws(Problems) {
      let reader = try JSONEventReader(source, charset: charset, layout: .lines)
      while count < 2, try reader.next() != nil {
        try reader.skipValue()
        count += 1
      }
    } catch {
      // Complete lines before an error or before the end of the preview count.
    }
    // A first line that is longer than the preview is a line too, if the file's name says so.
    isLines = count > 1 || (count == 1 || !preview.isWhole) && ["jsonl", "ndjson"].contains(preview.fileExtension)
    do throws(Problems) {
      let reader = try JSONEventReader(source, charset: charset, layout: isLines ? .lines : .document)
      try look(reader)
    } catch {
      // The same: what was seen counts.
    }
  }

  /// Looks for the signs at most two levels down.
  private mutating func look(_ reader: JSONEventReader) throws(Problems) {
    var passed = 0
    while passed < 2000, let event = try reader.next() {
      passed += 1
      guard case .key(let key) = event else { continue }
      if Self.signs.contains(key) { seen.insert(key) }
      if key == "stores" || key == "colors" || reader.depth > 2 { try reader.skipValue() }
    }
  }
}

internal import FormatKit

/// Checks the values of an item against their attributes. A problem with a value that is only kept is a warning,
/// because the shop does not need the value.
enum ItemChecks {
  /// The problem of a value; nil if the value is valid.
  static func problem(_ value: FeedValue, of attribute: Attribute) -> ItemProblem? {
    let name = attribute.name
    let text = value.text
    func invalid(_ what: String, remedy: String? = nil) -> ItemProblem {
      ItemProblem(
        .merchantInvalidValue, at: value.place, value: text, "\(name) '\(ItemProblem.shortened(text))' \(what)",
        remedy: remedy)
    }
    switch attribute.type {
    case .text(let most):
      let count = text.unicodeScalars.count
      guard count > most else { return nil }
      return ItemProblem(
        .merchantTooLong, at: value.place, value: text, "\(name) has \(count) characters, \(most) at most")
    case .link:
      let start = text.prefix(8).lowercased()
      guard start.hasPrefix("http://") || start.hasPrefix("https://"), !text.contains(where: \.isWhitespace) else {
        return invalid(
          "is not an address on the web", remedy: "Write it whole, beginning with https://, without spaces.")
      }
    case .choice(let words):
      guard !words.contains(where: { folded($0) == folded(text) }) else { return nil }
      let near = words.nearest(folded(text))
      return ItemProblem(
        .merchantUnknownValue, at: value.place, value: text,
        "\(name) '\(ItemProblem.shortened(text))' is not one of \(words.joined(separator: ", "))",
        remedy: near.map { "Did you mean '\($0)'? The value is kept as it is." })
    case .date:
      guard SaleInterval.isoTime(text) != nil else {
        return invalid("is not a day or moment", remedy: "Write it as 2026-02-24 or 2026-02-24T11:00+0100.")
      }
    case .measure(let units): return measureProblem(text, units).map { invalid($0.what, remedy: $0.remedy) }
    case .wholeNumber:
      guard !text.isEmpty, text.utf8.count <= 9, text.utf8.allSatisfy({ (48...57).contains($0) }) else {
        return invalid("is not a whole number", remedy: "Write digits alone.")
      }
    case .price:
      do throws(PriceText.InvalidPrice) {
        _ = try PriceText(parsing: text)
      } catch {
        return invalid(error.message, remedy: error.remedy)
      }
    case .gtin, .interval, .group: break
    }
    return nil
  }

  /// The problems of the parts of a group.
  static func problems(_ value: FeedValue, of attribute: Attribute) -> [ItemProblem] {
    value.parts.compactMap { part in
      guard let known = attribute.parts.first(where: { $0.name == part.name }) else {
        return ItemProblem(
          .merchantInvalidValue, at: value.place, value: part.text,
          "\(attribute.name) has no part '\(ItemProblem.shortened(part.name))'",
          remedy: "It has: \(attribute.parts.map(\.name).joined(separator: ", ")). The value is kept as it is.")
      }
      guard known.isPrice, !part.text.isEmpty else { return nil }
      do throws(PriceText.InvalidPrice) {
        _ = try PriceText(parsing: part.text)
        return nil
      } catch {
        return ItemProblem(
          .merchantInvalidValue, at: value.place, value: part.text,
          "\(part.name) '\(ItemProblem.shortened(part.text))' of \(attribute.name) \(error.message)",
          remedy: error.remedy)
      }
    }
  }

  /// A word as it is compared: `in stock` is `in_stock`.
  static func folded(_ word: String) -> String { word.lowercased().replacing(" ", with: "_") }

  private static func measureProblem(_ text: String, _ units: [String]) -> (what: String, remedy: String)? {
    let shown = units.joined(separator: ", ")
    let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == ",") }
    let unit = text.dropFirst(number.count).filter { !$0.isWhitespace }.lowercased()
    if number.contains(",") {
      return ("has a comma in its number", "Write it with a point: \(number.replacing(",", with: ".")) \(unit).")
    }
    let pieces = number.split(separator: ".", omittingEmptySubsequences: false)
    guard pieces.count <= 2, !number.isEmpty, pieces.allSatisfy({ !$0.isEmpty }) else {
      return ("is not a number with a unit", "Write a number and one of the units \(shown).")
    }
    guard units.contains(unit) else { return ("has no unit that is known here", "The units are: \(shown).") }
    return nil
  }
}

extension [String] {
  /// The known word that is nearest to an unknown one; nil if no word is near.
  fileprivate func nearest(_ unknown: String) -> String? { nearestName(to: unknown, among: self) }
}

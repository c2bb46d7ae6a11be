internal import FormatKit
internal import RetailValues

/// What titles say of all records, and nothing takes from them: a currency, prices without tax, a day of stock.
extension Surroundings {
  /// What to ask before the values are taken without it: `title-not-used`, each with the options to choose from.
  func questions(
    _ match: HeaderMatching.Match, _ schema: Schema, source: String, hints: HeaderMatching.Hints
  ) -> [Problem] {
    let columns = match.column(for: "quantity").map { [Name($0, .column)] } ?? []
    return unused(match, source, hints) + otherLocation(match, source, hints)
      + (titles + columns).flatMap { title in
        [
          currency(title, match, schema, source, hints), withoutTax(title, match, source, hints),
          day(title, match, source, hints),
        ].compactMap { $0 }
      }
  }

  private func question(
    _ title: Name, _ source: String, _ message: String, _ options: [(option: String, meaning: String)],
    more: String = ""
  ) -> Problem {
    let remedies = options.map {
      HeaderMatching.instruction("\($0.meaning):", ["\(HeaderMatching.importCommand(source)) --set \($0.option)"])
    }
    return Problem(
      .titleNotUsed, source: source, value: title.text, "\(title.shown) \(message)",
      remedy: (remedies + (more.isEmpty ? [] : [more])).joined(separator: "\n"))
  }

  /// Values next to the records that say of all of them what no record says: whether prices contain the tax, of which type they
  /// are, and from when on they are valid.
  private func unused(
    _ match: HeaderMatching.Match, _ source: String, _ hints: HeaderMatching.Hints
  ) -> [Problem] {
    guard let prices = hints.kinds["prices"], match.column(for: "price") != nil else { return [] }
    let known = values(for: prices)
    return ["tax_included", "price_type", "valid_from"].compactMap { field in
      guard let value = known[field], !hints.given.contains(field), match.column(for: field) == nil else { return nil }
      // `false` of `tax_included`, `net` of `price_type`.
      let isTax = field == "tax_included" || TaxWords.isGross(value.lowercased()) != nil
      if isTax, hints.given.contains("tax_included") || TaxWords.isGross(value.lowercased()) == true { return nil }
      if field == "tax_included", ["true", "yes", "1", "y"].contains(value.lowercased()) { return nil }
      let name = values.first { $0.text == value }?.name ?? field
      return question(
        Name("\(name): \(value)", .table), source, "would be passed over",
        isTax
          ? [("tax_included=no", "If the prices do not contain the tax"), ("tax_included=yes", "If they contain it")]
          : [("\(field)=\(value)", "To take it for all prices")])
    }
  }

  private func currency(
    _ title: Name, _ match: HeaderMatching.Match, _ schema: Schema, _ source: String,
    _ hints: HeaderMatching.Hints
  ) -> Problem? {
    guard let shop = hints.currency, !hints.given.contains("currency"), match.column(for: "currency") == nil,
      let column = ["price", "unit_price", "unit_cost", "standard_cost"].lazy.compactMap({ match.column(for: $0) })
        .first,
      schema.currency == nil, schema.columns.first(where: { $0.name == column }).flatMap(NamedCurrency.sign) == nil
    else { return nil }
    let signs = title.text.split { $0.isWhitespace || ".,;:()[]|".contains($0) }.map(String.init)
    let others = signs.filter { CurrencySigns.isKnown($0) && !CurrencySigns.fits($0, shop) }
    // `ALL` and `TOP` are currencies too.
    let isAboutMoney =
      ColumnWords.money.areIn(title.words) || ColumnWords.currency.areIn(title.words) || signs.count == 1
    guard isAboutMoney, let other = others.last, !signs.contains(where: { CurrencySigns.fits($0, shop) }) else {
      return nil
    }
    let code = CurrencySigns.code(other) ?? "CODE"
    return question(
      title, source, "names \(other), and the amounts of '\(column.prefix(80))' would be taken in \(shop.code)",
      [
        ("currency=\(code)", "If they are in \(other)"), ("currency=\(shop.code)", "If they are in \(shop.code)"),
      ])
  }

  /// A title or a sheet that names another location of the shop than the usual one, where no record names any.
  private func otherLocation(
    _ match: HeaderMatching.Match, _ source: String, _ hints: HeaderMatching.Hints
  ) -> [Problem] {
    guard let usual = hints.usualLocation, let known = hints.knownCodes?.locations, known.count > 1,
      match.column(for: "quantity") != nil || match.column(for: "counted_quantity") != nil,
      !hints.given.contains("to_location"), hints.constants["location"] == nil,
      !match.records.contains(where: { $0.fields.contains { $0.field == "location" || $0.field == "to_location" } })
    else { return [] }
    let around = names.filter { $0.place == .title || $0.place == .table }
    func isNamed(_ place: (code: String, name: String?), in title: Name) -> Bool {
      [place.code, place.name].compactMap { $0 }.contains { title.hasWords(of: $0) }
    }
    guard !around.contains(where: { title in known.contains { $0.code == usual && isNamed($0, in: title) } }),
      let (title, other) = around.lazy.compactMap({ title in
        known.first { $0.code != usual && isNamed($0, in: title) }.map { (title, $0.code) }
      }).first
    else { return [] }
    let command = HeaderMatching.importCommand(source)
    return [
      Problem(
        .titleNotUsed, source: source, value: title.text,
        "\(title.shown) names the location '\(other)', and the records would be taken for '\(usual)'",
        remedy: HeaderMatching.instruction(
          "If they are of '\(other)':", ["\(command) --location \(ShellText.word(other))"]) + "\n"
          + HeaderMatching.instruction(
            "If they are of '\(usual)':", ["\(command) --location \(ShellText.word(usual))"]))
    ]
  }

  private func withoutTax(
    _ title: Name, _ match: HeaderMatching.Match, _ source: String, _ hints: HeaderMatching.Hints
  ) -> Problem? {
    guard !hints.given.contains("tax_included"), let column = match.column(for: "price"),
      !match.records.contains(where: { $0.fields.contains { $0.field == "tax_included" } }),
      ColumnWords.isNet(title.words), !ColumnWords.isGross(title.words),
      ColumnWords.tax.areIn(title.words) || ColumnWords.money.areIn(title.words)
    else { return nil }
    return question(
      title, source,
      "says that the prices of '\(column.prefix(80))' do not contain the tax, and they would be taken with it",
      [("tax_included=no", "If that is so"), ("tax_included=yes", "If they contain it")])
  }

  /// The day of a list of stock, which would be taken as of now.
  private func day(
    _ title: Name, _ match: HeaderMatching.Match, _ source: String, _ hints: HeaderMatching.Hints
  ) -> Problem? {
    guard let level = match.records.first(where: { hints.kinds[$0.kind]?.part == .level }),
      !level.fields.contains(where: { $0.field == "effective_at" }), !hints.given.contains("effective_at"),
      // Somebody who names the column has looked.
      !hints.columns.values.contains("quantity"), let column = match.column(for: "quantity"),
      ColumnWords.onHand.areIn(title.words) || ColumnWords.stockDay.areIn(title.words),
      !ColumnWords.priceList.areIn(title.words),
      let day = Self.day(in: title.text)
    else { return nil }
    return question(
      title, source, "names a day, and the stock of '\(column.prefix(80))' would be set as of now",
      [("effective_at=\(day)T23:59", "To set it as of the end of that day")],
      more: !column.fitsOption
        ? ""
        : HeaderMatching.instruction(
          "If it is the stock of now:",
          ["\(HeaderMatching.importCommand(source)) --map \(ShellText.word("\(column)=quantity"))"]))
  }

  /// The day that a text names in a clear way, in the form of ISO 8601.
  static func day(in text: String) -> String? {
    let words = text.split { $0.isWhitespace || ",;()".contains($0) }
    guard let day = words.first(where: isDay) else { return nil }
    let parts = day.split(separator: ".").map(String.init)
    return parts.count == 3 ? "\(parts[2])-\(twoDigits(parts[1]))-\(twoDigits(parts[0]))" : String(day)
  }

  /// The name of a column without the day that it ends with, as in `Stock as of 31.10.2026`; nil when it names none.
  static func withoutDay(_ name: String) -> String? {
    guard name.count <= 200, name.contains(where: \.isNumber) else { return nil }
    var words = name.split { $0.isWhitespace || ",;()".contains($0) }
    guard words.count > 1, let last = words.popLast(), isDay(last) else { return nil }
    let before: Set<String> = [
      "as", "of", "at", "on", "per", "am", "zum", "vom", "ab", "au", "du", "al", "a", "fecha", "den",
    ]
    while words.count > 1, let word = words.last, before.contains(word.lowercased()) { words.removeLast() }
    return words.joined(separator: " ")
  }

  private static func twoDigits(_ text: String) -> String { text.count == 1 ? "0" + text : text }

  /// Whether a text is a day in the one way of writing that is clear: 31.10.2026 or 2026-10-31.
  static func isDay(_ text: Substring) -> Bool {
    let points = text.split(separator: ".", omittingEmptySubsequences: false)
    let hyphens = text.split(separator: "-", omittingEmptySubsequences: false)
    func isNumber(_ text: Substring, _ digits: ClosedRange<Int>) -> Bool {
      digits.contains(text.utf8.count) && text.utf8.allSatisfy { (48...57).contains($0) }
    }
    if points.count == 3 {
      return isNumber(points[0], 1...2) && isNumber(points[1], 1...2) && isNumber(points[2], 4...4)
    }
    return hyphens.count == 3 && isNumber(hyphens[0], 4...4) && isNumber(hyphens[1], 2...2)
      && isNumber(hyphens[2], 2...2)
  }
}

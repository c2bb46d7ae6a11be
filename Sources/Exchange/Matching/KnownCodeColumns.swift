internal import FormatKit

/// Finds the column of codes by the items of the shop, where names alone chose another one.
struct KnownCodeColumns {
  let columns: MatchedColumns
  let match: HeaderMatching.Match
  let hints: HeaderMatching.Hints

  /// The column with the shop's codes, where that is another one than was taken; empty where nothing says so.
  ///
  /// - Throws: `nothing-mapped` where the column that was taken has codes too, with a command for each.
  func meanings(source: String) throws(Problems) -> CodeOwners.Meanings {
    guard let known = hints.knownCodes, !hints.columns.values.contains("sku"), let taken = match.column(for: "sku"),
      hints.columns[taken] == nil
    else { return [:] }
    let isCode = !isBarcode(taken) && !columns.hasWords(taken) && columns.look(of: taken)?.isPhrase != true
    if known.isEmpty {
      let plain = isBarcode(taken) ? codes.filter { Self.plainNames.contains(Vocabulary.normalized($0)) } : []
      guard plain.count == 1, let code = plain.first else { return [:] }
      return [code: ("sku", "by its name; the codes in '\(taken)' are barcodes")]
    }
    if namesSuppliersItems(taken, known) {
      return [taken: ("supplier_code", "its values are the supplier's numbers of the items")]
    }
    let share = known.share(of: columns.look(of: taken))
    guard share != KnownCodes.Share.all, !isCode || share == KnownCodes.Share.none else { return [:] }
    let others = codes.filter { known.share(of: columns.look(of: $0)) == .all }
    guard others.count == 1, let other = others.first else { return [:] }
    guard isCode else { return [other: ("sku", "the shop has items with its codes")] }
    if hints.given.contains("supplier") {
      return [other: ("sku", "the shop has items with its codes, and none with those in '\(taken)'")]
    }
    throw question(taken, other, source: source)
  }

  /// Whether the codes of an order, of an answer to it or of goods received are the supplier's: a column that is called
  /// `Référence` may have those of either.
  private func namesSuppliersItems(_ column: String, _ known: KnownCodes) -> Bool {
    let isOfSupply = match.records.contains { record in
      guard let kind = hints.kinds[record.kind], kind.part == nil, kind.namesItem else { return false }
      return kind.field("supplier") != nil && kind.field("supplier_code") != nil
    }
    guard isOfSupply, match.column(for: "supplier_code") == nil else { return false }
    func values(_ field: String) -> [String] {
      if let given = hints.constants[field] { return [given] }
      return match.column(for: field).flatMap { columns.look(of: $0) }?.samples ?? []
    }
    return known.areSuppliers(
      columns.look(of: column), suppliers: values("supplier"), orders: values("order_number"))
  }

  /// Names under which a list has the numbers of its items, and nothing else that is different in each row.
  private static let plainNames: Set<String> = ["plu", "id"]

  /// The columns with a different code in each row from which nothing is taken.
  private var codes: [String] {
    columns.names.filter { name in
      guard !match.used.contains(name), hints.columns[name] == nil, let look = columns.look(of: name), look.filled > 0,
        look.distinct == look.filled, look.barcodes < look.filled, look.dates == 0, look.amounts == 0,
        look.phrases == 0, !look.countsRows, look.plainWords * 2 <= look.filled
      else { return false }
      let words = ColumnWords.words(of: name)
      guard !ColumnWords.money.areIn(words), !ColumnWords.quantity.areIn(words) else { return false }
      return !words.isDisjoint(with: ColumnWords.codeWords) || look.samples.allSatisfy(Self.isCode)
    }
  }

  /// Whether a value is not a number: it has a letter, or a zero in front.
  private static func isCode(_ text: String) -> Bool {
    text.contains(where: \.isLetter) || text.count > 1 && text.hasPrefix("0") && !text.contains { ".,".contains($0) }
  }

  private func isBarcode(_ column: String) -> Bool {
    guard let look = columns.look(of: column) else { return false }
    return look.filled > 0 && look.barcodes == look.filled || match.meanings.contains { $0 == (column, "barcode") }
  }

  private func question(_ taken: String, _ other: String, source: String) -> Problems {
    func command(_ column: String) -> String {
      HeaderMatching.codeCommand(column, source: source, hints: hints)
    }
    return Problems(
      .nothingMapped, source: source, value: taken,
      "'\(taken.prefix(80))' would be taken for the codes of the items, and the shop has none of them; it has all of the "
        + "first codes in '\(other.prefix(80))'",
      remedy: HeaderMatching.instruction("To take these:", [command(other)]) + "\n"
        + HeaderMatching.instruction("To make new items with those in '\(taken.prefix(80))':", [command(taken)]))
  }
}

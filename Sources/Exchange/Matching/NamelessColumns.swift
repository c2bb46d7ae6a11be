internal import FormatKit
internal import RetailValues

/// What the columns of a file without a header are, by their values: a name for each that is certain, and the choices
/// for the others.
struct NamelessColumns {
  /// The meaning given to a column, with an example.
  struct Naming {
    let field: String
    let column: String
    let why: String
    let example: String
  }

  /// Columns that could all be the same field.
  struct Choice {
    let field: String
    /// Numbers from 1, by which columns without names are called.
    let columns: [(number: Int, example: String)]
  }

  private(set) var namings: [Naming] = []
  private(set) var choices: [Choice] = []
  private let columns: [String]

  init(_ schema: Schema, _ look: TableLook) {
    columns = schema.columns.map(\.name)
    let looks = look.columns
    var taken: Set<String> = []
    func find(_ field: String, _ why: String, where fits: (ColumnLook) -> Bool) {
      let found = columns.compactMap { name in looks[name].map { (name: name, look: $0) } }
        .filter { !taken.contains($0.name) && $0.look.filled > 0 && fits($0.look) }
      taken.formUnion(found.map(\.name))
      guard let first = found.first else { return }
      if found.count == 1 {
        namings.append(Naming(field: field, column: first.name, why: why, example: first.look.example))
      } else {
        let numbered = found.map { ((columns.firstIndex(of: $0.name) ?? 0) + 1, $0.look.example) }
        choices.append(Choice(field: field, columns: numbered))
      }
    }
    find("barcode", "its values are GTINs or ISBNs with a right check digit", where: \.isBarcode)
    find("price", "its values are amounts with two decimals") { $0.isNumber && $0.amounts * 2 >= $0.filled }
    if !taken.contains(where: { looks[$0]?.isBarcode == true }) {
      find("sku", "every record has a short code with letters, and no two the same") { $0.isShortCode }
    }
    find("quantity", "its values are small whole numbers") { $0.isSmallCount }
    takeScans(looks)
    find("title", "its values are texts of several words, nearly all different") {
      $0.isPhrase && $0.distinct * 4 > $0.filled * 3
    }
  }

  /// Whether the columns are those of a scanner: a code, how often it was scanned, and perhaps when.
  private(set) var isScannerList = false

  /// Takes two or three columns for what a scanner wrote, even if there are too few rows to be sure of each of them.
  private mutating func takeScans(_ looks: [String: ColumnLook]) {
    guard (2...3).contains(columns.count) else { return }
    let all = columns.compactMap { name in looks[name].map { (name: name, look: $0) } }
    let codes = all.filter { $0.look.filled > 0 && $0.look.barcodes == $0.look.filled }
    let counts = all.filter { name, look in
      look.filled > 0 && look.blank == 0 && look.wholeNumbers == look.filled && look.longest <= 4 && look.negatives == 0
    }
    let days = all.filter { $0.look.filled > 0 && $0.look.dates == $0.look.filled }
    guard codes.count == 1, counts.count == 1, codes.count + counts.count + days.count == columns.count,
      let code = codes.first, let count = counts.first
    else { return }
    isScannerList = true
    choices = []
    namings = [
      Naming(
        field: "barcode", column: code.name, why: "its values are codes with a right check digit",
        example: code.look.example),
      Naming(
        field: "quantity", column: count.name, why: "its values are small whole numbers", example: count.look.example),
    ]
    if let day = days.first {
      namings.append(
        Naming(field: "effective_at", column: day.name, why: "its values are dates", example: day.look.example))
    }
  }

  /// Whether an item and its price or quantity are found, and no choice is left. Codes with names alone may be anything.
  var isClear: Bool {
    let fields = Set(namings.map(\.field))
    return choices.isEmpty && !fields.isDisjoint(with: ["barcode", "sku"])
      && !fields.isDisjoint(with: ["price", "quantity"])
  }

  /// The names of all columns in order; those of unknown meaning are not used.
  var names: [String] {
    columns.enumerated().map { place, column in
      namings.first { $0.column == column }?.field ?? "unused-\(place + 1)"
    }
  }

  /// The meaning given to each column, for people.
  var explanation: String {
    namings.map { "\($0.column) ('\($0.example)') as \($0.field): \($0.why)" }.joined(separator: "; ")
  }

  /// The choices between columns, for people; empty without any.
  var question: String {
    choices.map { choice in
      let columns = choice.columns.prefix(6).map { "\($0.number) ('\($0.example)')" }
      return "the \(choice.field) may be column \(columns.joined(separator: ", column "))"
    }.joined(separator: "; ")
  }
}

extension ColumnLook {
  /// Whether the values are codes that identify items; numbers alone may just count the rows.
  fileprivate var isShortCode: Bool {
    isUnique && filled >= 2 && !isPhrase && !isDate && !isNumber && longest <= 24
  }

  /// Whether the values may be numbers of pieces, and are neither running numbers nor marks for yes and no.
  fileprivate var isSmallCount: Bool {
    isNumber && wholeNumbers == filled && !isUnique && longest <= 5 && !words.isSubset(of: ["0", "1"])
  }
}

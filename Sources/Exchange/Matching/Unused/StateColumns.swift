internal import FormatKit
internal import RetailValues

/// A column that may say of single records that they did not happen: that a sale was cancelled, or that goods came back.
struct StateColumn: Hashable {
  var table: String
  var column: String
  /// The words that say so, in lower case.
  var words: Set<String>
  /// Whether the records are sales, in which goods come back with a negative quantity.
  var canReturn = false
  /// Those of the words that say that goods came back.
  var returned = ColumnWords.returned
  /// The column of quantities next to totals: a total below zero says so where the quantity is not.
  var quantity: String?
  /// The values whose rows have a rule, in lower case.
  var answered: Set<String> = []
  /// The values that the column should have; nil where only ``words`` are asked about.
  var expected: Expected?
  /// Whether a profile maps the columns, which then has to say what becomes of the rows.
  var isOfProfile = false
  /// The only value about which nothing is asked: that of the first rows, empty where they have none, or the one for which a
  /// profile leaves the column out. Nil where ``words`` are asked about.
  var onlyValue: String?

  /// The only values about which nothing is asked.
  struct Expected: Hashable {
    /// In lower case.
    var values: Set<String>
    /// The column with the number of a document, whose first row may say it for the others.
    var group: String
    /// The column that rows of goods have.
    var goods: String
  }
}

/// Looks through every record of a source for such words, which may be in one of thousands.
struct StateColumns {
  /// What is known of one column.
  fileprivate struct Watched {
    let state: StateColumn
    /// The different values so far.
    var known: [[UInt8]] = []
    /// The words found, each with the first line and how many records have them.
    var found: [(word: String, line: Int, count: Int)] = []
    /// For each known value the word that it is.
    var words: [Int?] = []
    /// Whether the values are too many for states.
    var isGivenUp = false
    /// The document of the last row, and whether one of its rows had a value.
    var group: (name: [UInt8], hasValue: Bool) = ([], false)
  }

  private var watched: [Watched]
  private static let valueLimit = 50
  private static let longestState = 60

  init(_ columns: [StateColumn]) { watched = columns.map { Watched(state: $0) } }

  mutating func look(at batch: borrowing RecordBatch) {
    for place in watched.indices where !watched[place].isGivenUp && watched[place].state.table == batch.schema.table {
      guard let column = batch.schema.index(of: watched[place].state.column) else { continue }
      if let expected = watched[place].state.expected { watched[place].lookForNone(of: expected, column, in: batch) }
      let quantity = watched[place].state.quantity.flatMap { batch.schema.index(of: $0) }
      for row in 0..<batch.rowCount where ![.absent, .null].contains(batch.kind(row: row, column: column)) {
        let bytes = batch.bytes(row: row, column: column).trimmed
        if bytes.isEmpty { continue }
        if let quantity {
          if Self.isNegative(bytes), Self.isPositive(batch.bytes(row: row, column: quantity).trimmed) {
            Self.note(bytes, isSign: true, at: batch.position(row: row), in: &watched[place])
          }
        } else {
          Self.note(bytes, at: batch.position(row: row), in: &watched[place])
        }
        if watched[place].isGivenUp { break }
      }
    }
  }

  /// Whether a number has a minus: in front, behind, or as brackets.
  private static func isNegative(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = bytes.first, let last = bytes.last, hasAmount(bytes) else { return false }
    let minus = UInt8(ascii: "-")
    return first == minus || last == minus || first == UInt8(ascii: "(") || bytes.starts(with: Array("−".utf8))
  }

  private static func isPositive(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool { hasAmount(bytes) && !isNegative(bytes) }

  private static func hasAmount(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.contains { (UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0) }
  }

  private static func note(
    _ bytes: UnsafeBufferPointer<UInt8>, isSign: Bool = false, at position: RecordPosition, in watched: inout Watched
  ) {
    if let value = watched.known.firstIndex(where: { $0.count == bytes.count && $0.elementsEqual(bytes) }) {
      if let word = watched.words[value] { watched.found[word].count += 1 }
      return
    }
    let expected = watched.state.expected
    let only = watched.state.onlyValue?.lowercased()
    guard watched.known.count < valueLimit, bytes.count <= longestState || expected != nil || only != nil else {
      watched.isGivenUp = watched.found.isEmpty
      return
    }
    watched.known.append(Array(bytes))
    let text = String(decoding: bytes, as: UTF8.self).lowercased()
    let isOther =
      only.map { $0 != text && !watched.state.answered.contains(text) } ?? watched.state.words.contains(text)
    let isWord =
      isSign || expected != nil
      ? !watched.state.answered.contains(text) && expected?.values.contains(text) != true : isOther
    let word = isWord ? text : nil
    watched.words.append(word.map { _ in watched.found.count })
    if word != nil {
      watched.found.append(
        (String(decoding: bytes, as: UTF8.self), position.line > 0 ? position.line : position.record, 1))
    }
  }

  /// The columns with such words.
  var found: [UnusedColumn] {
    watched.compactMap { watched in
      guard let first = watched.found.first else { return nil }
      let count = watched.found.map(\.count).reduce(0, +)
      let records = count == 1 ? "1 record is taken like the others" : "\(count) records are taken like the others"
      let column = watched.state.column
      if let quantity = watched.state.quantity { return Self.total(column, quantity, watched.found, records) }
      if watched.state.expected != nil { return Self.unexpected(watched.state, watched.found) }
      if let only = watched.state.onlyValue {
        return watched.state.isOfProfile
          ? Self.another(first.word, in: first.line, than: only, column)
          : Self.another(first.word, in: first.line, afterRowsOf: only, column)
      }
      let options =
        watched.state.isOfProfile
        ? [Self.rule(for: watched.found.map(\.word), of: column)]
        : watched.found.prefix(4).map { found in
          "--leave-out \(ShellText.word("\(column)=\(found.word)"))"
        }
      let returned = watched.found.first {
        watched.state.returned.contains($0.word.lowercased()) && watched.state.canReturn && !watched.state.isOfProfile
      }
      let back = returned.map {
        "; --returned \(ShellText.word("\(column)=\($0.word)")) takes it as goods that came back"
      }
      return UnusedColumn(
        column: column,
        message:
          "column '\(column.prefix(80))' says '\(first.word)' in line \(first.line): \(records); "
          + "\(options.joined(separator: " ")) leaves out what did not happen\(back ?? "")")
    }
  }

  /// The question about values that do not say whether goods were sold.
  private static func unexpected(
    _ state: StateColumn, _ found: [(word: String, line: Int, count: Int)]
  ) -> UnusedColumn {
    let column = state.column
    let rows = found.map { found in
      let rows = "\(found.line) on (\(found.count == 1 ? "1 row" : "\(found.count) rows"))"
      return found.word.isEmpty
        ? "nothing from line \(rows)" : "'\(found.word.prefix(longestState))' from line \(rows)"
    }
    let words = found.map(\.word).filter { !$0.isEmpty && $0.utf8.count <= longestState }
    let options =
      state.isOfProfile && !words.isEmpty
      ? [rule(for: words, of: column)] : words.map { "--leave-out \(ShellText.word("\(column)=\($0)"))" }
    let remedy =
      options.isEmpty || column.contains("=") && !state.isOfProfile
      ? "correct it in the file" : "\(options.prefix(6).joined(separator: " ")) leaves out what was not sold"
    return UnusedColumn(
      column: column, isUsed: true,
      message:
        "column '\(column.prefix(80))' has \(rows.prefix(6).joined(separator: ", ")), which does not say whether the goods "
        + "were sold; they are taken as sold; \(remedy)")
  }

  /// The question about another value than the one for which a profile leaves a column out.
  private static func another(_ word: String, in line: Int, than only: String, _ column: String) -> UnusedColumn {
    UnusedColumn(
      column: column, isUsed: true,
      message:
        "column '\(column.prefix(80))' has '\(word.prefix(longestState))' in line \(line), and the profile was made for "
        + "'\(only.prefix(longestState))' alone: sales of another till may be of another location or have the same numbers; in the "
        + "profile, map the column, or write `ignored: \(YAMLText.list(quoting: [column]))` to leave it out")
  }

  /// The question about another register than that of the rows by which it was decided that the column is not needed.
  private static func another(
    _ word: String, in line: Int, afterRowsOf only: String, _ column: String
  ) -> UnusedColumn {
    let first =
      only.isEmpty ? "the first rows have nothing in it" : "the first rows have '\(only.prefix(longestState))' alone"
    let remedy =
      column.fitsOption
      ? "; --map \(ShellText.word("\(column)=location")) takes it as the location of each sale, and "
        + "--map \(ShellText.word("\(column)=")) leaves it out" : ""
    return UnusedColumn(
      column: column,
      message:
        "column '\(column.prefix(80))' has '\(word.prefix(longestState))' in line \(line), and \(first): "
        + "sales of another till may be of another location or have the same numbers\(remedy)")
  }

  /// The mapping of a profile that leaves rows out.
  private static func rule(for words: [String], of column: String) -> String {
    let condition = RowCondition.column(column, .oneOf(Array(words.prefix(6))))
    return "in the profile, `\(YAMLText.mapping(["ignore: true", "when: \(condition.yaml)"]))` as the first of `one-of`"
  }

  /// The question about totals below zero next to quantities that are not.
  private static func total(
    _ column: String, _ quantity: String, _ found: [(word: String, line: Int, count: Int)], _ records: String
  ) -> UnusedColumn {
    let options = found.prefix(4).map { "--returned \(ShellText.word("\(column)=\($0.word)"))" }
    let remedy =
      found.count > 4 || column.contains("=")
      ? "write the quantities of goods that came back with a minus in the file"
      : "\(options.joined(separator: " ")) takes it as goods that came back, and --leave-out in its place leaves it out"
    return UnusedColumn(
      column: column,
      message:
        "column '\(column.prefix(80))' is below zero in line \(found.first?.line ?? 0), and '\(quantity.prefix(80))' is not: "
        + "\(records); \(remedy)")
  }
}

extension StateColumns.Watched {
  /// Notes the first row of goods whose document has had no value so far.
  fileprivate mutating func lookForNone(
    of expected: StateColumn.Expected, _ column: Int, in batch: borrowing RecordBatch
  ) {
    guard let document = batch.schema.index(of: expected.group), let goods = batch.schema.index(of: expected.goods)
    else { return }
    for row in 0..<batch.rowCount {
      let name = batch.bytes(row: row, column: document).trimmed
      if !name.elementsEqual(group.name) { group = (Array(name), false) }
      if !batch.bytes(row: row, column: column).trimmed.isEmpty {
        group.hasValue = true
      } else if !group.hasValue, !batch.bytes(row: row, column: goods).trimmed.isEmpty {
        noteNone(at: batch.position(row: row))
      }
    }
  }

  private mutating func noteNone(at position: RecordPosition) {
    if let known = found.firstIndex(where: \.word.isEmpty) {
      found[known].count += 1
    } else {
      found.append(("", position.line > 0 ? position.line : position.record, 1))
    }
  }
}

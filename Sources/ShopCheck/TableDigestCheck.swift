internal import GRDB
internal import ProblemKit
internal import Stock

/// Compares the rows of all tables with their digests and with those of the audit log.
struct TableDigestCheck {
  /// The problems: the code, a sentence, and the tables or entries concerned.
  private(set) var problems: [(code: Problem.Code, what: String, of: [String])] = []
  /// The tables of remembered rows that are not as they were written.
  private(set) var alteredCachedRows: [String] = []

  init(_ database: Database) throws {
    let stored = try TableDigests.stored(database)
    var tables: [String] = []
    var rows: [String: RowSum] = [:]
    var imports: [Int64: RowSum] = [:]
    let covered = try TableDigests.coveredTables(database)
    for (table, columns) in covered {
      let contents = try TableDigests.contents(database, of: table, columns: columns)
      for (key, sum) in contents.rows { rows["\(table) \(key)"] = sum }
      for (id, sum) in contents.imports { imports[id, default: .zero].add(sum) }
      guard contents.sum != stored[table] else { continue }
      if CachedFeed.tables.contains(table) {
        alteredCachedRows.append(table)
      } else {
        tables.append(Self.name(table, contents.sum.rows, stored[table]?.rows))
      }
    }
    if try !ShopDatabase.hasAllMigrations(database) { tables.append("grdb_migrations") }
    let names = try String.fetchAll(database, sql: "SELECT name FROM table_digests ORDER BY name")
    for name in names where !covered.contains(where: { $0.name == name }) {
      tables.append("\(name), which is not there")
    }
    add(.alteredTable, "the rows of a table are not those that stockroom wrote", tables)
    let log = try Log(database)
    if log.hasDigests {
      add(
        .alteredImport, "the contents of an import are not those of the audit log",
        try log.alteredImports(imports, database))
      add(.alteredRow, "a record is not the one that the audit log has a digest of", log.alteredRows(rows))
    }
    add(.alteredDigests, "the digests of the tables are not those of the audit log", log.alteredDigests(stored))
  }

  private mutating func add(_ code: Problem.Code, _ what: String, _ texts: [String]) {
    if !texts.isEmpty { problems.append((code, what, texts)) }
  }

  private static func name(_ table: String, _ rows: Int64, _ recorded: Int64?) -> String {
    guard let recorded, recorded != rows else { return table }
    return "\(table) (\(rows) rows instead of \(recorded))"
  }

  /// The digests in the audit log.
  private struct Log {
    var hasDigests = false
    /// By table and key: the digest, `-` for a row that was removed, and the entry.
    private var rows: [String: (digest: String, entry: Int64)] = [:]
    private var imports: [Int64: RowSum] = [:]
    /// The first entry that found the digests altered.
    private var firstAltered: Int64?
    private var last: (entry: Int64, tables: String)?

    init(_ database: Database) throws {
      let entries = try Row.fetchCursor(
        database, sql: "SELECT id, tables, rows FROM audit_log WHERE tables IS NOT NULL ORDER BY id")
      while let entry = try entries.next() {
        let id: Int64 = entry[0]
        hasDigests = true
        last = (id, entry[1])
        if last?.tables == TableDigests.alteredBefore, firstAltered == nil { firstAltered = id }
        let text: String? = entry[2]
        for line in (text ?? "").split(separator: "\n") { read(line, of: id) }
      }
    }

    private mutating func read(_ line: Substring, of entry: Int64) {
      if line == TableDigests.allLine {
        rows = [:]
        imports = [:]
        return
      }
      let words = line.split(separator: " ")
      if words.first == Substring(TableDigests.importLine) {
        guard words.count == 4, let id = Int64(words[1]), let count = Int64(words[2]),
          let sum = RowSum(hexadecimal: String(words[3]), rows: count)
        else { return }
        imports[id, default: .zero].add(sum)
      } else if let digest = words.last, words.count > 2 {
        rows[String(line.dropLast(digest.count + 1))] = (String(digest), entry)
      }
    }

    func alteredRows(_ actual: [String: RowSum]) -> [String] {
      var texts: [String] = []
      for name in Set(rows.keys).union(actual.keys).sorted() {
        let recorded = rows[name].flatMap { $0.digest == "-" ? nil : $0 }
        guard recorded?.digest != actual[name]?.hexadecimal else { continue }
        let what = actual[name] == nil ? "is gone" : recorded == nil ? "was put in" : "was changed"
        texts.append("\(name) \(what)" + (recorded.map { " (audit entry \($0.entry))" } ?? ""))
      }
      return texts
    }

    func alteredImports(_ actual: [Int64: RowSum], _ database: Database) throws -> [String] {
      try Set(imports.keys).union(actual.keys).sorted().filter {
        imports[$0, default: .zero] != actual[$0, default: .zero]
      }.map { id in
        guard id != 0 else { return "documents and movements without an import" }
        let source = try String.fetchOne(database, sql: "SELECT source FROM imports WHERE id = ?", arguments: [id])
        return "import \(id)" + (source.map { " (\($0))" } ?? "")
      }
    }

    func alteredDigests(_ stored: [String: RowSum]) -> [String] {
      if let firstAltered { return ["changed before audit entry \(firstAltered)"] }
      guard let last, last.tables != TableDigests.digest(of: stored) else { return [] }
      return ["changed after audit entry \(last.entry)"]
    }
  }
}

import Foundation
import GRDB

/// Every row of every table of a shop's database, read by plain SQL that shares nothing with the product.
struct ShopContents: Equatable {
  /// The rows of a table as SQL literals, in order.
  private(set) var tables: [String: String] = [:]

  /// Columns that only record when and by which process something was done.
  private static let passing: Set<String> = [
    "applied_at", "recorded_at", "entered_at", "opened_at", "posted_at", "at", "hash", "previous_hash",
    // Digests of what has such times in it.
    "digest", "parts", "kept_at", "tables",
  ]

  /// What is made with a random key.
  private static let random = ["known_feeds": "hash_key", "known_rows": "content"]

  /// - Parameter withoutTimes: leaves out when it was done, so that two shops with the same history are equal.
  init(_ path: String, withoutTimes: Bool = false) throws {
    try Self.read(path) { database in
      let names = try String.fetchAll(
        database, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
      for name in names {
        var columns = try String.fetchAll(database, sql: "SELECT name FROM pragma_table_info(?)", arguments: [name])
        if withoutTimes {
          columns.removeAll {
            Self.passing.contains($0) || $0 == Self.random[name] || name == "audit_log" && $0 == "rows"
          }
        }
        let row = columns.map { "quote(\"\($0)\")" }.joined(separator: " || ',' || ")
        tables[name] = try String.fetchOne(
          database,
          sql: "SELECT group_concat(line, char(10)) FROM (SELECT \(row) AS line FROM \"\(name)\" ORDER BY 1)")
        if withoutTimes, name == "audit_log" {
          tables[name] = tables[name]?.replacing(/sealed SHA-256 [0-9a-f]{64}/, with: "sealed")
        }
      }
    }
  }

  /// The tables that differ, with the first rows that do.
  func differences(from other: ShopContents) -> String {
    Set(tables.keys).union(other.tables.keys).sorted().compactMap { name -> String? in
      let (own, others) = (tables[name] ?? "", other.tables[name] ?? "")
      guard own != others else { return nil }
      let (left, right) = (own.split(separator: "\n"), others.split(separator: "\n"))
      let place = zip(left, right).prefix { $0 == $1 }.count
      func shown(_ lines: [Substring]) -> String { place < lines.count ? String(lines[place].prefix(300)) : "nothing" }
      return "\(name): \(left.count) rows against \(right.count); \(shown(left)) against \(shown(right))"
    }.joined(separator: "\n")
  }

  /// Lets `work` query a database without changing it.
  static func read<Result>(_ path: String, _ work: (Database) throws -> Result) throws -> Result {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(10)
    return try DatabaseQueue(path: path, configuration: configuration).read(work)
  }

  /// Shuts out other writers from a database while `work` goes on, as a process in the middle of its transaction does.
  static func holding(_ path: String, _ work: () throws -> Void) throws {
    try DatabaseQueue(path: path).inDatabase { database in
      try database.inTransaction(.immediate) {
        try work()
        return .rollback
      }
    }
  }

  /// The rows of a query, their values parted by bars.
  static func rows(_ path: String, _ sql: String) throws -> [String] {
    try read(path) { database in
      try Row.fetchAll(database, sql: sql).map { row in
        row.databaseValues.map { value in
          switch value.storage {
          case .null: ""
          case .int64(let number): "\(number)"
          case .double(let number): "\(number)"
          case .string(let text): text
          case .blob(let data): data.map { String($0, radix: 16) }.joined()
          }
        }.joined(separator: "|")
      }
    }
  }
}

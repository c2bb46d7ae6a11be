import FormatKit
import FormatKitTesting
import Testing

@testable import BookwormFormat

/// Writing gives a tree that reads as the same records.
@Suite struct BookwormWriterTests {
  private typealias Record = [String: String]

  private func records(of text: String, options: [String: String] = [:]) -> [String: [Record]] {
    let reading = CollectedReading(of: BookwormFormat.self, source: .text(text, name: "tree.json"), options: options)
    var found: [String: [Record]] = [:]
    for table in reading.tables {
      for segment in table.segments {
        for record in segment.records where !record.problems.contains(where: { $0.severity == .error }) {
          let fields = zip(segment.schema.columns, record.fields).filter { $0.1.kind != .absent }
          found[table.name, default: []].append(
            Dictionary(uniqueKeysWithValues: fields.map { ($0.0.name, $0.1.text) }))
        }
      }
    }
    return found
  }

  private func write(_ kind: String, _ records: [Record], with writer: inout BookwormWriter) throws {
    let fields = Set(records.flatMap(\.keys)).sorted()
    var batch = RecordBatch(rowLimit: max(1, records.count))
    batch.reset(schema: Schema(table: kind, columnNames: fields))
    for (number, record) in records.enumerated() {
      for field in fields {
        if let text = record[field] { batch.append(text: text) } else { batch.append(missing: .absent) }
      }
      batch.endRow(at: RecordPosition(line: 0, byteOffset: 0, record: number + 1))
    }
    try writer.write(batch)
  }

  /// As an export delivers them: user by user with the posts, then the listings.
  private func tree(_ records: [String: [Record]]) throws -> String {
    let sink = ByteSink.memory()
    var writer = try BookwormFormat().tablesWriter(to: sink)
    for user in records["users"] ?? [] {
      try write("users", [user], with: &writer)
      let posts = (records["posts"] ?? []).filter { $0["user"] == user["user"] }
      if !posts.isEmpty { try write("posts", posts, with: &writer) }
    }
    if let listings = records["listings"] { try write("listings", listings, with: &writer) }
    try writer.finish()
    return sink.collectedText
  }

  private func sorted(_ records: [String: [Record]]) -> [String: [[String]]] {
    records.mapValues { $0.map { $0.map { "\($0)=\($1)" }.sorted() }.sorted { $0.lexicographicallyPrecedes($1) } }
  }

  @Test(arguments: ["tree", "traps", "owned", "written"])
  func theSecondReadingIsEqual(_ name: String) throws {
    let sample = try #require(
      GoldenFixtures.samples(in: BookwormConformanceTests.folder).first { $0.name.hasPrefix("\(name)/") })
    let first = records(of: String(decoding: sample.bytes, as: UTF8.self), options: sample.options)
    #expect(first["listings"]?.isEmpty == false && first["users"]?.isEmpty == false)
    let written = try tree(first)
    #expect(sorted(records(of: written)) == sorted(first))
    #expect(try tree(records(of: written)) == written)
  }

  @Test func copiesOfOneTitleStandBesideEachOther() throws {
    let listings: [Record] = [
      ["listing": "Dune", "title": "Dune", "listing_kind": "for-trade", "user": "a"],
      ["listing": "b-2", "title": "Dune", "listing_kind": "asking-for", "user": "a"],
      ["listing": "b-3", "isbn": "9780441013593", "listing_kind": "for-trade", "user": "a"],
      ["listing": "c/1", "title": "Vol. 2", "listing_kind": "owned", "user": "a"],
      ["listing": "Silas", "title": "Silas", "user": "a"],
    ]
    let text = try tree([
      "users": [["user": "a", "display_name": "Anna", "email": "a@example.org"]], "listings": listings,
    ])
    #expect(text.contains("\"Dune (b-2)\"") && text.contains("\"Vol%2E 2 (c%2F1)\""))
    #expect(text.contains("\"user\": \"a@example.org\""))
    #expect(sorted(["": records(of: text)["listings"] ?? []]) == sorted(["": listings]))
  }

  @Test func whatHasNoPlaceIsRefused() throws {
    for (kind, record) in [
      ("products", ["product_code": "a"]), ("listings", ["title": "a"]), ("posts", ["user": "a"]),
      ("users", ["display_name": "a"]), ("users", ["user": "a", "attributes": "no json"]),
      ("listings", ["listing": String(repeating: "x", count: 800)]),
    ] {
      var writer = try BookwormFormat().tablesWriter(to: .memory())
      let error = #expect(throws: Problems.self) { try write(kind, [record], with: &writer) }
      #expect(error?.code == .bookwormUnwritable)
    }
  }

  @Test(arguments: [
    ("1492711200000", "2017-04-20T18:00:00.000Z"), ("1492711200", "2017-04-20T18:00:00.000Z"),
    ("2017-04-20 18:22:31 +0000", "2017-04-20T18:22:31.000Z"), ("-KabcDEF", nil), ("17", nil), ("2017-04-20", nil),
    ("99999999999999999999", nil),
  ])
  func keysOfPostsAreTimes(_ key: String, _ moment: String?) {
    let found = BookwormRecords.moment(key)
    #expect(found?.replacing(".000", with: "") == moment?.replacing(".000", with: ""))
  }
}

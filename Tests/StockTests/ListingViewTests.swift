import Foundation
import GRDB
import ProblemKit
import RetailValues
import StockTesting
import Testing

@testable import Stock

/// The books that users offer and want, the matches, and who sees whose address.
@Suite struct ListingViewTests {
  private static let users = """
    INSERT INTO users (id, code, display_name, contact_shown_to, email, phone, address, contact) VALUES
      (1, 'anna', 'Anna', 'matches', 'MARK-anna-mail', 'MARK-anna-phone', 'MARK-anna-street', 'MARK-anna-other'),
      (2, 'ben', 'Ben', 'everyone', 'MARK-ben-mail', NULL, NULL, NULL),
      (3, 'cleo', 'Cleo', 'nobody', 'MARK-cleo-mail', 'MARK-cleo-phone', NULL, NULL),
      (4, 'dora', 'Dora', NULL, 'MARK-dora-mail', NULL, 'MARK-dora-street', NULL),
      (5, 'emil', 'Emil', 'matches', 'MARK-emil-mail', NULL, NULL, NULL),
      (6, 'finn@example.org', NULL, 'nobody', 'MARK-finn-mail', NULL, NULL, NULL);
    """
  private static let books = """
    INSERT INTO products (id, code, title, attributes) VALUES (1, 'P1', 'Solaris', '{"contributors":[{"name":"Stanisław Lem"}]}'),
      (2, 'P2', 'Broken', 'no json');
    INSERT INTO variants (id, sku, product_id) VALUES (1, 'P1', 1);
    INSERT INTO barcodes (canonical, code, symbology, variant_id) VALUES ('09781900001007', '9781900001007', 'isbn-13', 1);
    INSERT INTO listings (code, user_id, listing_kind, product_id, isbn, title, author, latitude, longitude) VALUES
      ('a1', 1, 'for-trade', NULL, '09781900001007', NULL, NULL, 525200066, 134049540),
      ('a2', 1, 'for-trade', NULL, NULL, 'The Time Machine', 'H. G. Wells', NULL, NULL),
      ('a3', 1, 'asking-for', NULL, NULL, 'Emma', NULL, NULL, NULL),
      ('b1', 2, 'for-trade', NULL, NULL, 'Emma: a novel', 'Jane Austen', 485000000, 100000000),
      ('c1', 3, 'asking-for', NULL, '09781900001007', NULL, NULL, 523905689, 130644729),
      ('c2', 3, 'asking-for', NULL, NULL, 'time machine', 'Wells, H.G.', NULL, NULL),
      ('c3', 3, 'asking-for', NULL, NULL, 'Time Machine', 'Somebody Else', NULL, NULL),
      ('c4', 3, 'owned', NULL, NULL, 'Emma', 'Jane Austen', NULL, NULL),
      ('d1', 4, NULL, 2, NULL, NULL, NULL, NULL, NULL),
      ('e1', 5, 'asking-for', NULL, '09781900001014', 'Solaris', 'Lem', NULL, NULL),
      ('x1', NULL, 'for-trade', NULL, NULL, 'Emma', 'Jane Austen', NULL, NULL);
    INSERT INTO posts (user_id, post, post_kind, message) VALUES (4, 'p1', 'asking-for', 'Asking for: Solaris by S. Lem'),
      (4, 'p2', NULL, 'Solaris'), (1, 'p3', 'asking-for', 'Asking for my own Solaris');
    """

  private func withBooks(_ work: (ShopDatabase) throws -> Void) throws {
    try withShop { shop in
      try shop.write { try $0.execute(sql: Self.users + Self.books) }
      try work(shop)
    }
  }

  private func rows(
    _ shop: ShopDatabase, _ sql: String, as user: String?, seen: Set<DataClass> = Role.customer.sees
  ) throws -> [[String]] {
    let reader = ReportReader(user: user)
    return try ReportingConnection.read(at: shop.path, timeLimit: 30, seen: seen, reader: reader) { connection in
      let rows = try connection.rows(sql)
      var found: [[String]] = []
      while let row = try rows.next() {
        found.append(
          row.map { value in
            switch value {
            case .null: "-"
            case .integer(let number): "\(number)"
            case .text(let text): text
            }
          })
      }
      return found
    }
  }

  @Test func offersMeetWishes() throws {
    try withBooks { shop in
      let found = try rows(
        shop, "SELECT offer, wish, match_kind, distance_m FROM report_book_matches ORDER BY offer, wish", as: nil)
      #expect(
        found == [
          ["a1", "c1", "isbn", "27192"], ["a1", "e1", "edition", "-"], ["a1", "p1", "title", "-"],
          ["a2", "c2", "title", "-"], ["b1", "a3", "title", "-"],
        ])
    }
  }

  /// Posts of a plain table say in their first words what they are; `post_kind` need not be there.
  @Test func postsMatchByTheirFirstWords() throws {
    try withBooks { shop in
      try shop.write { database in
        try database.execute(
          sql: """
            INSERT INTO posts (user_id, post, post_kind, message) VALUES
              (5, 'q1', NULL, 'For trade: Tides by Ann Other'), (4, 'q2', NULL, 'Asking for Tides'),
              (4, 'q3', 'asking-for', 'Tides, please'), (3, 'q4', NULL, 'Asking for Emma by Jane Austen')
            """)
      }
      let found = try rows(
        shop,
        "SELECT offer, wish, match_kind FROM report_book_matches WHERE offer LIKE 'q%' OR wish LIKE 'q%' ORDER BY 1, 2",
        as: nil)
      #expect(found == [["b1", "q4", "title"], ["q1", "q2", "title"]])
      let kinds = try rows(shop, "SELECT post, post_kind FROM report_posts WHERE post LIKE 'q%' ORDER BY 1", as: nil)
      #expect(kinds == [["q1", "for-trade"], ["q2", "asking-for"], ["q3", "asking-for"], ["q4", "asking-for"]])
    }
  }

  @Test func theCatalogGivesWhatAListingLacks() throws {
    try withBooks { shop in
      let found = try rows(
        shop,
        "SELECT listing, title, author, isbn, listing_kind, display_name FROM report_listings WHERE listing IN ('a1', 'd1', 'x1') ORDER BY 1",
        as: nil)
      #expect(
        found == [
          ["a1", "Solaris", "Stanisław Lem", "9781900001007", "for-trade", "Anna"],
          ["d1", "Broken", "-", "-", "owned", "Dora"], ["x1", "Emma", "Jane Austen", "-", "for-trade", "-"],
        ])
    }
  }

  /// The readers, and whose addresses each of them sees: their own, those of users who show them to all, and those of
  /// users who show them to their matches.
  static let readers: [(String?, Set<String>)] = [
    (nil, ["ben"]), ("nobody", ["ben"]), ("anna", ["anna", "ben", "emil"]), ("ben", ["anna", "ben"]),
    ("cleo", ["anna", "ben", "cleo"]), ("dora", ["anna", "ben", "dora"]), ("emil", ["anna", "ben", "emil"]),
    ("finn@example.org", ["ben", "finn"]), ("' OR 1=1 --", ["ben"]), ("", ["ben"]),
  ]

  @Test(arguments: Role.allCases) func addressesAreShownToThoseAllowed(role: Role) throws {
    try withBooks { shop in
      // The reader decides which addresses are visible, independently of the role's other rights.
      let seen = role.sees.union([.catalog])
      for reader in Self.readers {
        for sql in [
          "SELECT * FROM report_contacts", "SELECT MAX(email), MAX(phone) FROM report_contacts GROUP BY user",
          "SELECT email || '', phone, address, contact FROM report_contacts WHERE shown_because IS NOT NULL OR 1 = 1",
        ] {
          let text = try rows(shop, sql, as: reader.0, seen: seen).joined().joined(separator: " ")
          for name in ["anna", "ben", "cleo", "dora", "emil", "finn"] {
            #expect(
              text.contains("MARK-\(name)-") == reader.1.contains(name), "\(reader.0 ?? "nobody"): \(name) in \(sql)")
          }
        }
      }
    }
  }

  /// Who takes part in nothing that others see is not named to them.
  @Test func usersWhoShowNothingAreNotNamed() throws {
    try withBooks { shop in
      let names = try rows(shop, "SELECT display_name FROM report_contacts ORDER BY 1", as: "anna").joined()
      #expect(Array(names) == ["Anna", "Ben", "Cleo", "Dora", "Emil"])
      let own = try rows(shop, "SELECT display_name FROM report_contacts ORDER BY 1", as: "finn@example.org").joined()
      #expect(own.contains("somebody"))
    }
  }

  /// No other view contains addresses, for any reader; users always see their own.
  @Test func noOtherViewShowsAnAddress() throws {
    try withBooks { shop in
      for view in ReportingViews.all.map(\.name) where !["report_contacts", "report_own_user"].contains(view) {
        let text = try rows(shop, "SELECT * FROM \(view)", as: "anna", seen: DataClass.ofRoles).joined()
        #expect(!text.contains { $0.contains("MARK-") }, "\(view)")
      }
    }
  }

  @Test(arguments: [
    "SELECT email FROM users", "SELECT acting_user()",
    "SELECT u.email FROM report_contacts c JOIN users u ON u.code = c.user",
    "SELECT user FROM report_contacts WHERE json_extract('{}', '$') IS NULL",
  ])
  func whatReportsMayNot(_ sql: String) throws {
    try withBooks { shop in
      #expect {
        try rows(shop, sql, as: "anna", seen: DataClass.ofRoles)
      } throws: {
        ($0 as? Problems).map { Problem.Code.reportSQL.contains($0.code) } ?? false
      }
    }
  }

  /// Offers are found by their keys and not by trying each wish with each offer.
  @Test func matchesAreFoundByTheirKeys() throws {
    try withBooks { shop in
      let plan = try shop.read { database in
        try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN SELECT * FROM report_book_matches").map {
          $0["detail"] as String
        }
      }
      for key in ["isbn_form", "title_key"] {
        #expect(plan.contains { $0.contains("AUTOMATIC") && $0.contains("\(key)=?") }, "\(plan)")
      }
      #expect(!plan.contains("SCAN o"))
    }
  }
}

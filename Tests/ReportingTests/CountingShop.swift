import GRDB

@testable import Stock

/// A shop with a count in progress in two sections, one count just opened, one without a sheet, and one that was
/// posted.
///
/// C-1 has six items on its sheet: 1 to 3 were counted, 3 as zero, 4 and 6 remain, 5 is left out. Item 1 must be
/// counted again, item 2 was counted again. Item 7 and an unknown code were found in addition.
enum CountingShop {
  static func fill(_ database: Database) throws {
    try database.execute(
      sql: """
        INSERT INTO locations (id, code, name, kind) VALUES (1, 'shop', 'Main shop', 'shop'), (2, 'store', 'Store room', 'store');
        INSERT INTO sections (location_id, section, title) VALUES (1, 'A', 'Front & window'), (1, 'B', 'Back'), (1, 'C', 'Cellar');
        """)
    for item in 1...7 {
      try database.execute(
        sql: """
          INSERT INTO products (id, code, title) VALUES (\(item), 'P\(item)', ?);
          INSERT INTO variants (id, sku, product_id) VALUES (\(item), 'ITEM-\(item)', \(item));
          """, arguments: [item == 4 ? CornerShop.hostileTitle : "Item \(item)"])
    }
    let (opened, cutOff) = (moment("2026-11-20T07:00"), moment("2026-11-20T18:00"))
    try database.execute(
      sql: """
        INSERT INTO section_products (location_id, section, product_id) VALUES (1, 'A', 1), (1, 'A', 2), (1, 'B', 2), (1, 'B', 3),
          (1, 'B', 4), (1, 'C', 6), (1, 'D', 5);
        INSERT INTO barcodes (canonical, code, symbology, variant_id) VALUES ('04006381333931', '4006381333931', 'gtin-13', 4);
        INSERT INTO count_sessions (id, code, location_id, kind, state, is_blind, opened_at, cut_off_at, posted_at, posted_by) VALUES
          (1, 'C-1', 1, 'full', 'counting', 1, \(opened), \(cutOff), NULL, NULL),
          (2, 'C-2', 2, 'partial', 'open', 0, \(opened + 1), NULL, NULL, NULL),
          (3, 'C-3', 2, 'cycle', 'review', 0, \(opened + 2), NULL, NULL, NULL),
          (4, 'C-0', 1, 'full', 'posted', 0, \(opened - 86_400_000), \(opened - 80_000_000), \(opened - 70_000_000), 'ann');
        INSERT INTO count_sheet (session_id, variant_id) VALUES (1, 1), (1, 2), (1, 3), (1, 4), (1, 5), (1, 6), (2, 4), (4, 1), (4, 2);
        INSERT INTO count_sections (session_id, section, counted_at) VALUES (1, 'A', \(cutOff - 3_600_000));
        INSERT INTO count_entries (id, session_id, variant_id, code, section, quantity, counter, entered_at, round) VALUES
          (1, 1, 1, 'x', 'A', 20000, 'mia', \(cutOff), 0), (2, 1, 2, 'x', 'A', 5000, 'mia', \(cutOff), 0),
          (3, 1, 2, 'x', 'A', 6500, 'mia', \(cutOff + 60_000), 0), (4, 1, 2, 'x', 'B', 2000, 'zoe', \(cutOff), 0),
          (5, 1, 3, 'x', 'B', 0, 'zoe', \(cutOff), 0), (6, 1, NULL, 'WHAT', 'B', 3000, 'zoe', \(cutOff), 0),
          (7, 1, 7, 'x', '', 1000, '', \(cutOff), 0), (8, 1, 2, 'x', 'A', 8000, 'zoe', \(cutOff + 120_000), 1),
          (9, 3, 1, 'x', '', 4000, 'mia', \(cutOff), 0), (10, 4, 1, 'x', '', 4000, 'mia', \(opened - 85_000_000), 0),
          (11, 4, 2, 'x', '', 4000, 'mia', \(opened - 85_000_000), 0);
        UPDATE count_entries SET superseded_by = 3 WHERE id = 2;
        INSERT INTO count_recounts (session_id, variant_id, round, asked_at, asked_by) VALUES (1, 1, 1, \(cutOff), 'ann'),
          (1, 2, 1, \(cutOff), 'ann');
        INSERT INTO count_rulings (session_id, variant_id, topic, is_withdrawn, note, actor, ruled_at) VALUES
          (1, 5, 'exclusion', 0, 'locked away', 'ann', 0), (1, 6, 'exclusion', 0, 'lent', 'ann', 0),
          (1, 6, 'exclusion', 1, 'is back', 'ann', 1);
        """)
  }
}

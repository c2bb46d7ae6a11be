internal import RetailValues

/// Views of what people look for and like: stores, products and their pictures, the reader's own data, and sums without names.
extension ReportingViews {
  static let discovery: [ReportingView] = [
    ReportingView(
      "report_stores", rows: .catalog,
      columns: [
        .catalog: [
          "location_id", "store", "store_name", "description", "opening_hours", "contact", "address", "latitude",
          "longitude", "status",
        ]
      ],
      "Stores as customers are shown them; degrees are ten-millionths.",
      """
      SELECT id AS location_id, code AS store, COALESCE(name, code) AS store_name, description, opening_hours, contact,
        address, latitude, longitude, COALESCE(status, 'active') AS status
      FROM locations
      """
    ),
    ReportingView(
      "report_products", rows: .catalog,
      columns: [
        .catalog: [
          "product_id", "product_code", "title", "description", "category_id", "category", "category_name", "brand",
          "gender", "location_id", "store", "store_name", "status", "published_at",
        ]
      ],
      "Each product as customers are shown it, with its store where several share a catalog; status is active unless set.",
      """
      SELECT p.id AS product_id, p.code AS product_code, COALESCE(p.title, p.code) AS title, p.description, p.category_id,
        c.code AS category, COALESCE(c.name, c.code) AS category_name, COALESCE(b.name, b.code) AS brand, p.gender,
        p.location_id, l.code AS store, COALESCE(l.name, l.code) AS store_name, COALESCE(p.status, 'active') AS status,
        p.published_at
      FROM products p LEFT JOIN categories c ON c.id = p.category_id LEFT JOIN brands b ON b.id = p.brand_id
        LEFT JOIN locations l ON l.id = p.location_id
      """
    ),
    ReportingView(
      "report_pictures", rows: .catalog,
      columns: [
        .catalog: ["product_id", "position", "picture_width", "picture_height", "file", "media_type"]
      ],
      """
      Each size of each picture; a width of 0 is the original as it came, which may hold what the camera wrote and is not for \
      publication.
      """,
      "SELECT product_id, position, picture_width, picture_height, file, media_type FROM pictures"
    ),
    ReportingView(
      "report_product_likes", rows: .catalog,
      columns: [.catalog: ["product_id", "likes"]],
      "How many users like each product that somebody likes; the users themselves are not shown.",
      "SELECT product_id, COUNT(*) AS likes FROM favourites GROUP BY product_id"
    ),
    ReportingView(
      "report_followers", rows: .catalog,
      columns: [.catalog: ["followed_kind", "followed", "followers"]],
      "How many users follow each store, brand and product; the users themselves are not shown.",
      """
      SELECT followed_kind, followed, COUNT(*) AS followers FROM follows WHERE followed_kind <> 'search'
      GROUP BY followed_kind, followed
      """
    ),
    ReportingView(
      "report_own_user", rows: .catalog,
      columns: [
        .catalog: [
          "user_id", "user_code", "display_name", "user_kind", "email", "phone", "address", "contact",
          "contact_shown_to", "latitude", "longitude",
        ]
      ],
      "The reader among the users; of others there is nothing.",
      """
      SELECT id AS user_id, code AS user_code, display_name, user_kind, email, phone, address, contact, contact_shown_to,
        latitude, longitude
      FROM users WHERE code = acting_user()
      """
    ),
    ReportingView(
      "report_own_favourites", rows: .catalog,
      columns: [.catalog: ["product_id", "added_at"]],
      "The products that the reader likes; of others there is nothing.",
      """
      SELECT f.product_id, f.added_at FROM favourites f
      WHERE f.user_id = (SELECT id FROM users WHERE code = acting_user())
      """
    ),
    ReportingView(
      "report_own_follows", rows: .catalog,
      columns: [.catalog: ["followed_kind", "followed", "query", "followed_at"]],
      "What the reader follows; of others there is nothing.",
      """
      SELECT w.followed_kind, w.followed, w.query, w.followed_at FROM follows w
      WHERE w.user_id = (SELECT id FROM users WHERE code = acting_user())
      """
    ),
    ReportingView(
      "report_own_list_items", rows: .catalog,
      columns: [
        .catalog: [
          "list", "list_title", "list_kind", "item", "title", "product_id", "barcode", "food_id", "quantity_milli",
          "quantity_unit", "storage_place", "purchased_on", "opened_on", "expires_on", "owners", "purchaser",
          "reminder", "done", "item_note",
        ]
      ],
      "The items of the lists that the reader made or shares; no others.",
      """
      SELECT s.code AS list, COALESCE(s.title, s.code) AS list_title, s.list_kind, i.item, i.title, i.product_id, i.barcode,
        i.food_id, i.quantity AS quantity_milli, i.quantity_unit, i.storage_place, i.purchased_on, i.opened_on, i.expires_on,
        i.owners, i.purchaser, i.reminder, COALESCE(i.done, 0) AS done, i.note AS item_note
      FROM shared_lists s JOIN list_items i ON i.list_id = s.id
      WHERE s.user_id = (SELECT id FROM users WHERE code = acting_user())
        OR instr(',' || replace(s.members, ' ', '') || ',', ',' || acting_user() || ',') > 0
      """
    ),
    ReportingView(
      "report_store_summary", rows: .expected,
      columns: [
        .expected: [
          "location_id", "store", "store_name", "status", "followers", "likes", "active_products", "inactive_products",
          "on_hand_milli", "sold_milli", "item_reports",
        ]
      ],
      """
      Each store with sums that name nobody: followers, likes of its products, active and inactive products, what is on hand, \
      what was sold less what came back, and how often users reported its products. A person who belongs to one store sees only that store.
      """,
      """
      SELECT l.id AS location_id, l.code AS store, COALESCE(l.name, l.code) AS store_name,
        COALESCE(l.status, 'active') AS status,
        (SELECT COUNT(*) FROM follows w WHERE w.followed_kind = 'store' AND w.followed = l.code) AS followers,
        (SELECT COUNT(*) FROM products p JOIN favourites f ON f.product_id = p.id WHERE p.location_id = l.id) AS likes,
        (SELECT COUNT(*) FROM products p WHERE p.location_id = l.id AND COALESCE(p.status, 'active') = 'active')
          AS active_products,
        (SELECT COUNT(*) FROM products p WHERE p.location_id = l.id AND COALESCE(p.status, 'active') <> 'active')
          AS inactive_products,
        (SELECT SUM(b.quantity) FROM balances b WHERE b.location_id = l.id) AS on_hand_milli,
        (SELECT -SUM(m.quantity) FROM movements m WHERE m.location_id = l.id AND m.kind IN ('sale', 'customer-return')
          AND NOT EXISTS (SELECT 1 FROM cancelled_movements x WHERE x.movement_id = m.id)) AS sold_milli,
        (SELECT COUNT(*) FROM products p JOIN item_reports r ON r.product_id = p.id WHERE p.location_id = l.id)
          AS item_reports
      FROM locations l WHERE acting_store() IS NULL OR l.code = acting_store()
      """
    ),
    ReportingView(
      "report_item_reports", rows: .shopOnly,
      columns: [
        .shopOnly: ["product_id", "product_code", "title", "store", "store_name", "report_reason", "reported_at"]
      ],
      "What users reported about products; the users themselves are not shown. A person who belongs to one store sees only those of its products.",
      """
      SELECT r.product_id, p.code AS product_code, COALESCE(p.title, p.code) AS title, l.code AS store,
        COALESCE(l.name, l.code) AS store_name, r.report_reason, r.reported_at
      FROM item_reports r JOIN products p ON p.id = r.product_id LEFT JOIN locations l ON l.id = p.location_id
      WHERE acting_store() IS NULL OR l.code = acting_store()
      """
    ),
    ReportingView(
      "report_counters", rows: .shopOnly,
      columns: [
        .shopOnly: ["subject_kind", "subject", "stated", "counted"],
        .person: ["counter"],
      ],
      """
      Counts that a system kept in addition to its lists, with what the lists give: likes, followers, and what a user likes and \
      follows; counted is NULL for counters that no list stands for.
      """,
      """
      SELECT c.subject_kind, c.subject, c.counter, c.stated,
        CASE
          WHEN c.subject_kind = 'product' AND c.counter = 'likes' THEN (
            SELECT COUNT(*) FROM products p JOIN favourites f ON f.product_id = p.id WHERE p.code = c.subject)
          WHEN c.subject_kind IN ('product', 'store', 'brand') AND c.counter = 'followers' THEN (
            SELECT COUNT(*) FROM follows w WHERE w.followed_kind = c.subject_kind AND w.followed = c.subject)
          WHEN c.subject_kind = 'user' AND c.counter = 'likes' THEN (
            SELECT COUNT(*) FROM users u JOIN favourites f ON f.user_id = u.id WHERE u.code = c.subject)
          WHEN c.subject_kind = 'user' AND c.counter = 'follows' THEN (
            SELECT COUNT(*) FROM users u JOIN follows w ON w.user_id = u.id WHERE u.code = c.subject)
        END AS counted
      FROM counters c
      """
    ),
  ]
}

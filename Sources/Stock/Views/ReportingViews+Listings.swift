internal import RetailValues

/// The views of what users own, offer and ask for, of what meets, and of whom one may write to.
///
/// The views get the reader from `acting_user()`. Users' addresses are in `report_contacts` alone, and there in those rows
/// only whose user lets the reader see them: that is decided in the view, so that no report can ask for more.
extension ReportingViews {
  static let listings: [ReportingView] = [
    ReportingView(
      "report_listings", rows: .catalog,
      columns: [
        .catalog: [
          "listing_id", "listing", "user_id", "user", "display_name", "listing_kind", "product_code", "isbn_form",
          "isbn", "title", "author", "publisher", "condition", "summary", "picture", "message", "posted_at", "latitude",
          "longitude", "is_own",
        ]
      ],
      """
      Each thing that a user owns, offers or asks for. title and author are the listing's own, else those of the product of the \
      catalog that has its ISBN; isbn is the thirteen digits of a book, else the barcode. latitude and longitude are \
      ten-millionths of a degree. is_own is 1 for those of the reader.
      """,
      """
      SELECT l.id AS listing_id, l.code AS listing, u.id AS user_id, u.code AS user,
        COALESCE(u.display_name, \(shownCode)) AS display_name,
        COALESCE(l.listing_kind, 'owned') AS listing_kind, p.code AS product_code, l.isbn AS isbn_form,
        CASE WHEN l.isbn LIKE '0978%' OR l.isbn LIKE '0979%' THEN substr(l.isbn, 2) ELSE ltrim(l.isbn, '0') END AS isbn,
        COALESCE(l.title, p.title) AS title,
        COALESCE(l.author, CASE WHEN json_valid(p.attributes) THEN COALESCE(
          json_extract(p.attributes, '$.author'), json_extract(p.attributes, '$.contributors[0].name')) END) AS author,
        COALESCE(l.publisher, CASE WHEN json_valid(p.attributes) THEN json_extract(p.attributes, '$.publisher') END)
          AS publisher,
        l.condition, l.summary, l.picture, l.message, l.posted_at, l.latitude, l.longitude,
        CASE WHEN u.code = acting_user() THEN 1 ELSE 0 END AS is_own
      FROM listings l LEFT JOIN users u ON u.id = l.user_id
        LEFT JOIN barcodes b ON b.canonical = l.isbn LEFT JOIN variants v ON v.id = b.variant_id
        LEFT JOIN products p ON p.id = COALESCE(l.product_id, v.product_id)
      """
    ),
    ReportingView(
      "report_posts", rows: .catalog,
      columns: [
        .catalog: ["post_id", "post", "user_id", "user", "display_name", "post_kind", "message", "posted_at", "is_own"]
      ],
      "Each message that a user posted for all; post_kind is what the post says, else what its first words say.",
      """
      SELECT p.id AS post_id, p.post, u.id AS user_id, u.code AS user,
        COALESCE(u.display_name, \(shownCode)) AS display_name,
        COALESCE(p.post_kind, post_kind(p.message)) AS post_kind, p.message, p.posted_at,
        CASE WHEN u.code = acting_user() THEN 1 ELSE 0 END AS is_own
      FROM posts p JOIN users u ON u.id = p.user_id
      """
    ),
    ReportingView(
      "report_book_keys", rows: .catalog,
      columns: [
        .catalog: [
          "side", "code", "user_id", "user", "display_name", "isbn_form", "isbn", "title", "author", "title_key",
          "author_key", "condition", "message", "latitude", "longitude", "is_own",
        ]
      ],
      """
      Each offer (side is offer) and each wish (side is wish), of listings and of posts that offer or ask for a book, with the \
      forms under which they are matched: isbn_form, title_key and author_key. latitude and longitude are those of the listing, else those of its user \
      for the user themself and where the user shows to all how to be reached.
      """,
      """
      SELECT CASE WHEN l.listing_kind = 'for-trade' THEN 'offer' ELSE 'wish' END AS side, l.listing AS code, l.user_id,
        l.user, l.display_name, l.isbn_form, l.isbn, l.title, l.author, title_key(l.title) AS title_key,
        author_key(l.author) AS author_key, l.condition, l.message,
        CASE WHEN \(isPlaced) THEN l.latitude WHEN \(isPlaceShown) THEN u.latitude END AS latitude,
        CASE WHEN \(isPlaced) THEN l.longitude WHEN \(isPlaceShown) THEN u.longitude END AS longitude, l.is_own
      FROM report_listings l JOIN users u ON u.id = l.user_id WHERE l.listing_kind IN ('for-trade', 'asking-for')
      UNION ALL
      SELECT CASE WHEN p.post_kind = 'for-trade' THEN 'offer' ELSE 'wish' END, p.post, p.user_id, p.user, p.display_name,
        NULL, NULL, post_title(p.message), post_author(p.message), title_key(post_title(p.message)),
        author_key(post_author(p.message)), NULL, p.message,
        CASE WHEN \(isPlaceShown) THEN u.latitude END, CASE WHEN \(isPlaceShown) THEN u.longitude END, p.is_own
      FROM report_posts p JOIN users u ON u.id = p.user_id WHERE p.post_kind IN ('for-trade', 'asking-for')
      """
    ),
    ReportingView(
      "report_book_matches", rows: .catalog,
      columns: [
        .catalog: [
          "offer", "offer_user_id", "offer_user", "offer_name", "title", "author", "offer_isbn", "condition", "wish",
          "wish_user_id", "wish_user", "wish_name", "wish_isbn", "wish_message", "match_kind", "distance_m", "is_own",
        ]
      ],
      """
      What one user offers and another asks for. match_kind is isbn where both have the same; title where the titles agree, the \
      authors do not disagree and one of them has no ISBN; edition where title and author agree and the ISBNs differ. distance_m \
      is metres between the two, NULL where one has no place. is_own is 1 where the reader is one of them.
      """,
      """
      SELECT o.code AS offer, o.user_id AS offer_user_id, o.user AS offer_user, o.display_name AS offer_name,
        o.title AS title, o.author AS author, o.isbn AS offer_isbn, o.condition, w.code AS wish,
        w.user_id AS wish_user_id, w.user AS wish_user, w.display_name AS wish_name, w.isbn AS wish_isbn,
        w.message AS wish_message, 'isbn' AS match_kind,
        distance_m(o.latitude, o.longitude, w.latitude, w.longitude) AS distance_m,
        CASE WHEN o.is_own = 1 OR w.is_own = 1 THEN 1 ELSE 0 END AS is_own
      FROM report_book_keys w JOIN report_book_keys o ON o.isbn_form = w.isbn_form
      WHERE w.side = 'wish' AND o.side = 'offer' AND w.user_id <> o.user_id
      UNION ALL
      SELECT o.code, o.user_id, o.user, o.display_name, o.title, o.author, o.isbn, o.condition, w.code, w.user_id, w.user,
        w.display_name, w.isbn, w.message,
        CASE WHEN w.isbn_form IS NOT NULL AND o.isbn_form IS NOT NULL THEN 'edition' ELSE 'title' END,
        distance_m(o.latitude, o.longitude, w.latitude, w.longitude),
        CASE WHEN o.is_own = 1 OR w.is_own = 1 THEN 1 ELSE 0 END
      FROM report_book_keys w JOIN report_book_keys o ON o.title_key = w.title_key
      WHERE w.side = 'wish' AND o.side = 'offer' AND w.user_id <> o.user_id
        AND CASE WHEN w.isbn_form IS NOT NULL AND o.isbn_form IS NOT NULL
          THEN w.isbn_form <> o.isbn_form AND w.author_key = o.author_key
          ELSE w.author_key IS NULL OR o.author_key IS NULL OR w.author_key = o.author_key END
      """
    ),
    ReportingView(
      "report_contacts", rows: .catalog,
      columns: [
        .catalog: [
          "user_id", "user", "display_name", "shown_because", "email", "phone", "address", "contact", "is_withheld",
        ]
      ],
      """
      Each user who lists or posts something, or lets the reader see how to be reached; email, phone, address and contact only where the reader may see them, else NULL. shown_because says why: \
      yourself, everyone (the user shows them to all), or match (the user shows them to those with whom there is a match in \
      report_book_matches).
      """,
      """
      SELECT user_id, user, display_name, shown_because,
        CASE WHEN shown_because IS NOT NULL THEN email END AS email,
        CASE WHEN shown_because IS NOT NULL THEN phone END AS phone,
        CASE WHEN shown_because IS NOT NULL THEN address END AS address,
        CASE WHEN shown_because IS NOT NULL THEN contact END AS contact,
        CASE WHEN shown_because IS NULL AND (email IS NOT NULL OR phone IS NOT NULL OR address IS NOT NULL
          OR contact IS NOT NULL) THEN 1 ELSE 0 END AS is_withheld
      FROM (
        SELECT u.id AS user_id, u.code AS user, COALESCE(u.display_name, \(shownCode)) AS display_name, u.email, u.phone,
          u.address, u.contact,
          CASE WHEN u.code = acting_user() THEN 'yourself' WHEN u.contact_shown_to = 'everyone' THEN 'everyone'
            WHEN u.contact_shown_to = 'matches' AND u.id IN (
              SELECT CASE WHEN m.offer_user = acting_user() THEN m.wish_user_id ELSE m.offer_user_id END
              FROM report_book_matches m WHERE m.is_own = 1) THEN 'match' END AS shown_because
        FROM users u
      ) q
      WHERE shown_because IS NOT NULL OR EXISTS (SELECT 1 FROM listings l WHERE l.user_id = q.user_id)
        OR EXISTS (SELECT 1 FROM posts p WHERE p.user_id = q.user_id)
      """
    ),
  ]

  /// Distances from several sides would reveal where somebody lives, so they are calculated only from a position that is shown.
  private static let isPlaceShown = "u.code = acting_user() OR u.contact_shown_to = 'everyone'"
  private static let isPlaced = "l.latitude IS NOT NULL AND l.longitude IS NOT NULL"

  /// A code is shown in place of a name unless it is an address.
  private static let shownCode = "CASE WHEN u.code LIKE '%@%' THEN 'somebody' ELSE u.code END"
}

extension Schema {
  /// Version 14 adds how goods are shown and sold, foods and how long they keep, users and their data.
  static let version14 = """
    ALTER TABLE categories ADD COLUMN gender TEXT;
    ALTER TABLE brands ADD COLUMN gender TEXT;
    ALTER TABLE locations ADD COLUMN description TEXT;
    ALTER TABLE locations ADD COLUMN opening_hours TEXT;
    ALTER TABLE locations ADD COLUMN contact TEXT;
    ALTER TABLE locations ADD COLUMN address TEXT;
    -- Degrees are ten-millionths.
    ALTER TABLE locations ADD COLUMN latitude INTEGER;
    ALTER TABLE locations ADD COLUMN longitude INTEGER;
    ALTER TABLE locations ADD COLUMN status TEXT;
    CREATE TABLE foods (
      id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE, food_category TEXT, title TEXT, subtitle TEXT, keywords TEXT
    ) STRICT;
    CREATE TABLE storage_durations (
      id INTEGER PRIMARY KEY, food_id INTEGER NOT NULL REFERENCES foods(id), storage_place TEXT NOT NULL,
      storage_condition TEXT NOT NULL, minimum INTEGER, maximum INTEGER, duration_unit TEXT NOT NULL, tips TEXT
    ) STRICT;
    CREATE UNIQUE INDEX storage_durations_by_food
      ON storage_durations(food_id, storage_place, storage_condition);
    ALTER TABLE products ADD COLUMN gender TEXT;
    ALTER TABLE products ADD COLUMN location_id INTEGER REFERENCES locations(id);
    ALTER TABLE products ADD COLUMN published_at INTEGER;
    ALTER TABLE products ADD COLUMN food_id INTEGER REFERENCES foods(id);
    CREATE INDEX products_by_location ON products(location_id) WHERE location_id IS NOT NULL;
    CREATE INDEX products_by_brand ON products(brand_id) WHERE brand_id IS NOT NULL;
    CREATE INDEX products_by_food ON products(food_id) WHERE food_id IS NOT NULL;
    CREATE INDEX products_by_publishing ON products(published_at) WHERE published_at IS NOT NULL;
    CREATE TABLE product_colours (
      id INTEGER PRIMARY KEY, product_id INTEGER NOT NULL REFERENCES products(id),
      colour_id INTEGER NOT NULL REFERENCES colours(id)
    ) STRICT;
    CREATE UNIQUE INDEX product_colours_by_product ON product_colours(product_id, colour_id);
    CREATE INDEX product_colours_by_colour ON product_colours(colour_id);
    CREATE TABLE pictures (
      id INTEGER PRIMARY KEY, product_id INTEGER NOT NULL REFERENCES products(id), position INTEGER NOT NULL,
      picture_width INTEGER NOT NULL, picture_height INTEGER, file TEXT NOT NULL, media_type TEXT
    ) STRICT;
    CREATE UNIQUE INDEX pictures_by_product ON pictures(product_id, position, picture_width);
    CREATE TABLE sections (
      id INTEGER PRIMARY KEY, location_id INTEGER NOT NULL REFERENCES locations(id), section TEXT NOT NULL, title TEXT,
      map_x INTEGER, map_y INTEGER, map_width INTEGER, map_height INTEGER
    ) STRICT;
    CREATE UNIQUE INDEX sections_by_location ON sections(location_id, section);
    CREATE TABLE section_products (
      id INTEGER PRIMARY KEY, location_id INTEGER NOT NULL REFERENCES locations(id), section TEXT NOT NULL,
      product_id INTEGER NOT NULL REFERENCES products(id)
    ) STRICT;
    CREATE UNIQUE INDEX section_products_by_section ON section_products(location_id, section, product_id);
    CREATE INDEX section_products_by_product ON section_products(product_id);
    CREATE TABLE sales_events (
      id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE, title TEXT, starts_at INTEGER NOT NULL, ends_at INTEGER
    ) STRICT;
    CREATE TABLE sales_event_rates (
      id INTEGER PRIMARY KEY, event_id INTEGER NOT NULL REFERENCES sales_events(id), rate_group TEXT NOT NULL,
      category_id INTEGER REFERENCES categories(id), brand_id INTEGER REFERENCES brands(id),
      product_id INTEGER REFERENCES products(id), gender TEXT, mark_off INTEGER NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX sales_event_rates_by_group ON sales_event_rates(event_id, rate_group);
    CREATE INDEX sales_event_rates_by_product ON sales_event_rates(product_id) WHERE product_id IS NOT NULL;
    CREATE TABLE counters (
      id INTEGER PRIMARY KEY, subject_kind TEXT NOT NULL, subject TEXT NOT NULL, counter TEXT NOT NULL,
      stated INTEGER NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX counters_by_subject ON counters(subject_kind, subject, counter);
    CREATE TABLE users (
      id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE, display_name TEXT, user_kind TEXT,
      location_id INTEGER REFERENCES locations(id), email TEXT, phone TEXT, address TEXT, contact TEXT,
      contact_shown_to TEXT, latitude INTEGER, longitude INTEGER, attributes TEXT
    ) STRICT;
    CREATE TABLE favourites (
      id INTEGER PRIMARY KEY, user_id INTEGER NOT NULL REFERENCES users(id),
      product_id INTEGER NOT NULL REFERENCES products(id), added_at INTEGER
    ) STRICT;
    CREATE UNIQUE INDEX favourites_by_user ON favourites(user_id, product_id);
    CREATE INDEX favourites_by_product ON favourites(product_id);
    CREATE TABLE follows (
      id INTEGER PRIMARY KEY, user_id INTEGER NOT NULL REFERENCES users(id), followed_kind TEXT NOT NULL,
      followed TEXT NOT NULL, query TEXT, followed_at INTEGER
    ) STRICT;
    CREATE UNIQUE INDEX follows_by_user ON follows(user_id, followed_kind, followed);
    CREATE INDEX follows_by_subject ON follows(followed_kind, followed);
    CREATE TABLE shared_lists (
      id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE, title TEXT, list_kind TEXT,
      user_id INTEGER REFERENCES users(id), members TEXT
    ) STRICT;
    CREATE INDEX shared_lists_by_user ON shared_lists(user_id) WHERE user_id IS NOT NULL;
    CREATE TABLE list_items (
      id INTEGER PRIMARY KEY, list_id INTEGER NOT NULL REFERENCES shared_lists(id), item TEXT NOT NULL, title TEXT,
      product_id INTEGER REFERENCES products(id), barcode TEXT, food_id INTEGER REFERENCES foods(id), quantity INTEGER,
      quantity_unit TEXT, storage_place TEXT, purchased_on TEXT, opened_on TEXT, expires_on TEXT, owners TEXT,
      purchaser TEXT, reminder TEXT, done INTEGER, note TEXT
    ) STRICT;
    CREATE UNIQUE INDEX list_items_by_item ON list_items(list_id, item);
    CREATE INDEX list_items_by_product ON list_items(product_id) WHERE product_id IS NOT NULL;
    CREATE TABLE item_reports (
      id INTEGER PRIMARY KEY, user_id INTEGER NOT NULL REFERENCES users(id),
      product_id INTEGER NOT NULL REFERENCES products(id), report_reason TEXT, reported_at INTEGER
    ) STRICT;
    CREATE UNIQUE INDEX item_reports_by_user ON item_reports(user_id, product_id);
    CREATE INDEX item_reports_by_product ON item_reports(product_id);
    CREATE TABLE listings (
      id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE, user_id INTEGER REFERENCES users(id), listing_kind TEXT,
      product_id INTEGER REFERENCES products(id), isbn TEXT, title TEXT, author TEXT, publisher TEXT, condition TEXT,
      summary TEXT, picture TEXT, latitude INTEGER, longitude INTEGER, posted_at INTEGER, message TEXT
    ) STRICT;
    CREATE INDEX listings_by_user ON listings(user_id) WHERE user_id IS NOT NULL;
    CREATE INDEX listings_by_isbn ON listings(isbn) WHERE isbn IS NOT NULL;
    CREATE INDEX listings_by_product ON listings(product_id) WHERE product_id IS NOT NULL;
    CREATE TABLE posts (
      id INTEGER PRIMARY KEY, user_id INTEGER NOT NULL REFERENCES users(id), post TEXT NOT NULL, post_kind TEXT,
      message TEXT, posted_at INTEGER
    ) STRICT;
    CREATE UNIQUE INDEX posts_by_user ON posts(user_id, post);
    """
}

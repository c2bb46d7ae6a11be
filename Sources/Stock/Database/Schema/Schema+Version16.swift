extension Schema {
  /// Version 16 adds the position of each published product in the feeds, and the data that other systems keep of
  /// stores and brands.
  ///
  /// `turn` numbers the products of a store that were published on one day (UTC), in the order in which the shop
  /// learned of them. A turn is given once, so that no page of a feed moves when other products are added or removed.
  /// Triggers maintain it for every writer. There is intentionally no foreign key: a position references nothing else,
  /// and is removed with its product.
  ///
  /// Stores, brands and categories get further properties, as products have them, and brands get a name in addition to
  /// their code.
  static let version16 = """
    ALTER TABLE locations ADD COLUMN attributes TEXT;
    ALTER TABLE categories ADD COLUMN attributes TEXT;
    ALTER TABLE brands ADD COLUMN name TEXT;
    ALTER TABLE brands ADD COLUMN attributes TEXT;
    CREATE TABLE feed_places (
      product_id INTEGER PRIMARY KEY, store_id INTEGER NOT NULL, day INTEGER NOT NULL, turn INTEGER NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX feed_places_by_store ON feed_places(store_id, day, turn);
    CREATE INDEX feed_places_by_turn ON feed_places(day DESC, turn, product_id);
    INSERT INTO feed_places (product_id, store_id, day, turn)
      SELECT id, COALESCE(location_id, 0), published_at / 86400000,
        ROW_NUMBER() OVER (PARTITION BY COALESCE(location_id, 0), published_at / 86400000 ORDER BY id)
      FROM products WHERE published_at IS NOT NULL;
    CREATE TRIGGER feed_place_of_new AFTER INSERT ON products WHEN NEW.published_at IS NOT NULL BEGIN
      INSERT INTO feed_places (product_id, store_id, day, turn)
        VALUES (NEW.id, COALESCE(NEW.location_id, 0), NEW.published_at / 86400000, 1 + COALESCE((
          SELECT MAX(turn) FROM feed_places
          WHERE store_id = COALESCE(NEW.location_id, 0) AND day = NEW.published_at / 86400000), 0));
    END;
    CREATE TRIGGER feed_place_of_moved AFTER UPDATE OF published_at, location_id ON products
      WHEN NEW.published_at / 86400000 IS NOT OLD.published_at / 86400000 OR NEW.location_id IS NOT OLD.location_id BEGIN
      DELETE FROM feed_places WHERE product_id = NEW.id;
      INSERT INTO feed_places (product_id, store_id, day, turn)
        SELECT NEW.id, COALESCE(NEW.location_id, 0), NEW.published_at / 86400000, 1 + COALESCE((
          SELECT MAX(turn) FROM feed_places
          WHERE store_id = COALESCE(NEW.location_id, 0) AND day = NEW.published_at / 86400000), 0)
        WHERE NEW.published_at IS NOT NULL;
    END;
    CREATE TRIGGER feed_place_of_removed AFTER DELETE ON products BEGIN
      DELETE FROM feed_places WHERE product_id = OLD.id;
    END;
    """
}

extension Schema {
  /// Version 17 adds lots that are issued first-expired-first-out.
  static let version17 = """
    -- What movements without a lot took from lots, or brought back to them, with the sign of their quantity; was_expired is 1
    -- for what was taken after the lot's last day. Derived; see LotIssues.
    CREATE TABLE lot_issues (
      variant_id INTEGER NOT NULL, effective_at INTEGER NOT NULL, movement_id INTEGER NOT NULL, lot_id INTEGER NOT NULL,
      location_id INTEGER NOT NULL, quantity INTEGER NOT NULL, was_expired INTEGER NOT NULL,
      PRIMARY KEY (variant_id, effective_at, movement_id, lot_id)
    ) STRICT, WITHOUT ROWID;
    -- What is left of each lot of the variants that have any; lot_id is 0 for their stock without a lot. Derived.
    CREATE TABLE lot_balances (
      variant_id INTEGER NOT NULL, location_id INTEGER NOT NULL, lot_id INTEGER NOT NULL, quantity INTEGER NOT NULL,
      PRIMARY KEY (variant_id, location_id, lot_id)
    ) STRICT, WITHOUT ROWID;
    -- The variants whose lots are to be issued anew before the transaction ends.
    CREATE TABLE lot_replays (variant_id INTEGER PRIMARY KEY) STRICT;
    CREATE TRIGGER lots_expire_anew AFTER UPDATE OF expires_on ON lots WHEN OLD.expires_on IS NOT NEW.expires_on
      BEGIN INSERT OR IGNORE INTO lot_replays VALUES (NEW.variant_id); END;
    """
}

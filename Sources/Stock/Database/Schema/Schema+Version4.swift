extension Schema {
  /// Version 4 adds counts with rules, recounts, sections with a time, decisions that are kept, and reversals.
  static let version4 = """
    -- Limits in the units of the tables: thousandths of the stock unit, millionths, minor units. rules_from is NULL for a
    -- session without rules.
    ALTER TABLE count_sessions ADD COLUMN rules_from TEXT;
    ALTER TABLE count_sessions ADD COLUMN tolerance_quantity INTEGER;
    ALTER TABLE count_sessions ADD COLUMN tolerance_share INTEGER;
    ALTER TABLE count_sessions ADD COLUMN tolerance_value INTEGER;
    ALTER TABLE count_sessions ADD COLUMN recount_over INTEGER;
    ALTER TABLE count_sessions ADD COLUMN approve_up_to INTEGER;
    -- How the items of a cycle count were chosen, as JSON.
    ALTER TABLE count_sessions ADD COLUMN selection TEXT;
    ALTER TABLE count_sessions ADD COLUMN approved_at INTEGER;
    ALTER TABLE count_sessions ADD COLUMN approved_by TEXT;
    ALTER TABLE count_sessions ADD COLUMN reversed_at INTEGER;
    ALTER TABLE count_sessions ADD COLUMN reversed_by TEXT;

    CREATE INDEX count_sessions_by_location ON count_sessions(location_id);

    -- 0 is the first count of an item, 1 and more are its recounts.
    ALTER TABLE count_entries ADD COLUMN round INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX count_entries_by_code ON count_entries(session_id, code) WHERE variant_id IS NULL;
    -- The count that a posted line took its quantity from; NULL when a manager decided it.
    ALTER TABLE count_lines ADD COLUMN round INTEGER DEFAULT 0;

    -- When a section was counted, for its entries that have no time of their own.
    CREATE TABLE count_sections (
      session_id INTEGER NOT NULL REFERENCES count_sessions(id), section TEXT NOT NULL, counted_at INTEGER NOT NULL,
      PRIMARY KEY (session_id, section)
    ) STRICT, WITHOUT ROWID;
    -- The recounts that were asked for.
    CREATE TABLE count_recounts (
      session_id INTEGER NOT NULL REFERENCES count_sessions(id), variant_id INTEGER NOT NULL REFERENCES variants(id),
      round INTEGER NOT NULL, asked_at INTEGER NOT NULL, asked_by TEXT NOT NULL,
      PRIMARY KEY (session_id, variant_id, round)
    ) STRICT, WITHOUT ROWID;
    -- What managers decided about an item of a count: topic is exclusion, quantity or reason; the last of a topic holds.
    -- is_withdrawn takes the one before back. basis names the entries that a quantity was decided on.
    CREATE TABLE count_rulings (
      id INTEGER PRIMARY KEY, session_id INTEGER NOT NULL REFERENCES count_sessions(id),
      variant_id INTEGER NOT NULL REFERENCES variants(id), topic TEXT NOT NULL, quantity INTEGER CHECK (quantity >= 0),
      reason_id INTEGER REFERENCES reasons(id), basis TEXT, is_withdrawn INTEGER NOT NULL DEFAULT 0,
      note TEXT NOT NULL, actor TEXT NOT NULL, ruled_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX count_rulings_by_session ON count_rulings(session_id, variant_id);
    -- The variances that a manager approved, so that others are not posted in their place.
    CREATE TABLE count_approvals (
      session_id INTEGER NOT NULL REFERENCES count_sessions(id), variant_id INTEGER NOT NULL REFERENCES variants(id),
      variance INTEGER NOT NULL, cost_value INTEGER, approved_at INTEGER NOT NULL, approved_by TEXT NOT NULL,
      PRIMARY KEY (session_id, variant_id)
    ) STRICT, WITHOUT ROWID;
    """
}

extension Schema {
  /// Version 3 adds closed periods of the books, with the content of the journal at the time of closing.
  ///
  /// Open periods have no table: they are computed from the movements each time. Rows are never changed or deleted,
  /// except for the marks of a reopening. The content of a reopened period no longer counts; closing the period again
  /// creates a new one.
  static let version3 = """
    -- Days are counted from 1970-01-01, in the shop's time zone. The first period has no first day.
    CREATE TABLE periods (
      id INTEGER PRIMARY KEY, first_day INTEGER, last_day INTEGER NOT NULL, closed_at INTEGER NOT NULL,
      closed_by TEXT NOT NULL, entries INTEGER NOT NULL, debits INTEGER NOT NULL, unvalued_lines INTEGER NOT NULL,
      digest TEXT NOT NULL, reopened_at INTEGER, reopened_by TEXT
    ) STRICT;
    CREATE TRIGGER periods_are_not_deleted BEFORE DELETE ON periods
      BEGIN SELECT RAISE(ABORT, 'periods are not deleted'); END;
    CREATE TRIGGER periods_are_only_reopened BEFORE UPDATE ON periods
      WHEN OLD.reopened_at IS NOT NULL OR NEW.reopened_at IS NULL OR NEW.id <> OLD.id OR NEW.first_day IS NOT OLD.first_day
        OR NEW.last_day <> OLD.last_day OR NEW.closed_at <> OLD.closed_at OR NEW.closed_by <> OLD.closed_by
        OR NEW.entries <> OLD.entries OR NEW.debits <> OLD.debits OR NEW.unvalued_lines <> OLD.unvalued_lines
        OR NEW.digest <> OLD.digest
      BEGIN SELECT RAISE(ABORT, 'a closed period is not changed'); END;
    -- The entries of a closed period, whole, as JSON.
    CREATE TABLE closed_entries (
      period_id INTEGER NOT NULL REFERENCES periods(id), position INTEGER NOT NULL, content TEXT NOT NULL,
      PRIMARY KEY (period_id, position)
    ) STRICT, WITHOUT ROWID;
    CREATE TRIGGER closed_entries_are_not_changed BEFORE UPDATE ON closed_entries
      BEGIN SELECT RAISE(ABORT, 'a closed period is not changed'); END;
    CREATE TRIGGER closed_entries_are_not_deleted BEFORE DELETE ON closed_entries
      BEGIN SELECT RAISE(ABORT, 'a closed period is not changed'); END;
    -- The movements that they sum up, with what each added: the loss in minor units, NULL without a cost.
    CREATE TABLE closed_movements (
      period_id INTEGER NOT NULL REFERENCES periods(id), movement_id INTEGER NOT NULL REFERENCES movements(id),
      entry TEXT NOT NULL, loss INTEGER, inventory_account TEXT NOT NULL, other_account TEXT NOT NULL,
      PRIMARY KEY (period_id, movement_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX closed_movements_by_movement ON closed_movements(movement_id);
    CREATE TRIGGER closed_movements_are_not_changed BEFORE UPDATE ON closed_movements
      BEGIN SELECT RAISE(ABORT, 'a closed period is not changed'); END;
    CREATE TRIGGER closed_movements_are_not_deleted BEFORE DELETE ON closed_movements
      BEGIN SELECT RAISE(ABORT, 'a closed period is not changed'); END;
    CREATE INDEX movements_of_openings ON movements(effective_at) WHERE kind = 'opening';
    """
}

extension Schema {
  /// Version 21 adds the partners' names for the shop's locations and suppliers.
  static let version21 = """
    CREATE TABLE location_aliases (
      id INTEGER PRIMARY KEY, alias TEXT NOT NULL, location_id INTEGER NOT NULL REFERENCES locations(id)
    ) STRICT;
    CREATE UNIQUE INDEX location_aliases_by_alias ON location_aliases(alias);
    CREATE INDEX location_aliases_by_location ON location_aliases(location_id);
    CREATE TABLE supplier_aliases (
      id INTEGER PRIMARY KEY, alias TEXT NOT NULL, supplier_id INTEGER NOT NULL REFERENCES suppliers(id)
    ) STRICT;
    CREATE UNIQUE INDEX supplier_aliases_by_alias ON supplier_aliases(alias);
    CREATE INDEX supplier_aliases_by_supplier ON supplier_aliases(supplier_id);
    """
}

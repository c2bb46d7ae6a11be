/// The partners' names for the shop's locations and suppliers.
extension StoredKind {
  static let aliases: [StoredKind] = [
    StoredKind(
      kind: "location_aliases", table: "location_aliases",
      columns: [
        StoredColumn("alias", key: true), StoredColumn("location", "location_id", reference: .known("locations")),
      ], keyText: "t.alias"),
    StoredKind(
      kind: "supplier_aliases", table: "supplier_aliases",
      columns: [
        StoredColumn("alias", key: true), StoredColumn("supplier", "supplier_id", reference: .known("suppliers")),
      ], keyText: "t.alias"),
  ]
}

internal import GRDB
internal import RetailValues

/// The SQL function about units of quantities, on every connection to a shop; the views call it.
enum UnitFunctions {
  private static let name = "unit_meaning"

  /// `unit_meaning(unit)`: what a unit means; see ``UnitWords/meaning(of:)``.
  static let meaning = DatabaseFunction(name, argumentCount: 1, pure: true) { values in
    String.fromDatabaseValue(values[0]).flatMap(UnitWords.meaning(of:))
  }

  static let names: Set<String> = [name]

  /// SQL for what a unit means.
  static func sql(meaningOf unit: String) -> String { "\(name)(\(unit))" }
}

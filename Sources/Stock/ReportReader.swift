internal import Catalog
internal import GRDB

/// Who reads a report: whose personal records it may show, and which store they belong to.
///
/// The views ask for it themselves, so that no SQL of a report can see what belongs to somebody else.
public struct ReportReader: Hashable, Sendable {
  /// Code of the user whose own records are shown; nil for nobody's.
  public var user: String?
  /// The only store whose figures are shown; nil for all of them.
  public var store: String?

  public init(user: String? = nil, store: String? = nil) {
    self.user = user
    self.store = store
  }

  /// `acting_user()` and `acting_store()`; both are NULL on every connection but that of a report.
  var functions: [DatabaseFunction] {
    [("acting_user", user), ("acting_store", store)].map { name, value in
      DatabaseFunction(name, argumentCount: 0, pure: true) { _ in value }
    }
  }

  /// `reader_sees('person')`, for views that leave a value out for those who may not see its class, instead of the whole row;
  /// on every connection but that of a report nothing is seen.
  static func sees(_ seen: Set<DataClass>) -> DatabaseFunction {
    DatabaseFunction("reader_sees", argumentCount: 1, pure: true) { values in
      String.fromDatabaseValue(values[0]).flatMap(DataClass.init(rawValue:)).map(seen.contains) ?? false
    }
  }

  static let names: Set<String> = ["acting_user", "acting_store", "reader_sees"]
}

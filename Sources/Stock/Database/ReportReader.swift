internal import Foundation
internal import GRDB
public import RetailValues

/// The reader of a report and the time of reading: whose personal records it may show, which store they belong to, and
/// the current moment.
///
/// The views use these values themselves, so the SQL of a report cannot see records of other users.
public struct ReportReader: Hashable, Sendable {
  /// Code of the user whose own records are shown; nil to show no personal records.
  public var user: String?
  /// The only store whose figures are shown; nil for all of them.
  public var store: String?

  /// The current moment for the report; the moment at which a statement runs when nil.
  public var moment: Timestamp?

  public init(user: String? = nil, store: String? = nil, moment: Timestamp? = nil) {
    self.user = user
    self.store = store
    self.moment = moment
  }

  /// `acting_user()` and `acting_store()`, which are NULL on every connection but that of a report, and `acting_moment()` in
  /// milliseconds since 1970.
  var functions: [DatabaseFunction] {
    let moment = moment
    return [("acting_user", user), ("acting_store", store)].map { name, value in
      DatabaseFunction(name, argumentCount: 0, pure: true) { _ in value }
    } + [
      // Pure, though the clock goes on: SQLite asks once for a statement, which then sees one moment.
      DatabaseFunction("acting_moment", argumentCount: 0, pure: true) { _ in
        (moment ?? .now).millisecondsSince1970 / 1000 * 1000
      }
    ]
  }

  /// `reader_sees('person')`, for views that leave a value out for those who may not see its class, instead of the whole row;
  /// on every connection but that of a report nothing is seen.
  static func sees(_ seen: Set<DataClass>) -> DatabaseFunction {
    DatabaseFunction("reader_sees", argumentCount: 1, pure: true) { values in
      String.fromDatabaseValue(values[0]).flatMap(DataClass.init(rawValue:)).map(seen.contains) ?? false
    }
  }

  static let names: Set<String> = ["acting_user", "acting_store", "acting_moment", "reader_sees"]
}

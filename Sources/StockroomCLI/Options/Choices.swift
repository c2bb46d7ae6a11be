public import ArgumentParser
internal import CatalogSearch
public import Reporting
public import RetailValues
public import Stock
internal import StockJournal
public import Wording

// Fixed choices as options: enumerations, so that help, completion and error messages list all values.

extension Role: ExpressibleByArgument {}
extension LossClass: ExpressibleByArgument {}
extension ReasonDirection: ExpressibleByArgument {}
extension CountKind: ExpressibleByArgument {}
extension CycleSelection.Method: ExpressibleByArgument {}
extension ValuationMethod: ExpressibleByArgument {}
extension UncountedPolicy: ExpressibleByArgument {}
extension CountLineChoice: ExpressibleByArgument {}
extension ExactDecimal.Mark: ExpressibleByArgument {}
extension DateOrder: ExpressibleByArgument {}
extension JournalFormat: ExpressibleByArgument {}
extension Language: ExpressibleByArgument {}
extension CatalogQuery.Order: ExpressibleByArgument {}

extension ReportFormat: ExpressibleByArgument {
  /// - Parameter argument: a format, or the short ending of a page's file.
  public init?(argument: String) { self.init(rawValue: argument == "htm" ? "html" : argument) }
}

/// An answer to a question of an option.
enum YesOrNo: String, ExpressibleByArgument, CaseIterable {
  case yes, no
}

/// The status of a product.
enum ProductStatusArgument: String, ExpressibleByArgument, CaseIterable {
  case active, inactive, discontinued
}

/// The products that a search finds by their status.
enum ShownStatusArgument: String, ExpressibleByArgument, CaseIterable {
  case active, inactive, discontinued, all

  var statuses: [String] {
    self == .all ? ProductStatusArgument.allCases.map(\.rawValue) : [rawValue]
  }
}

/// What kind of place a location is, as the field `location_kind` has it.
enum LocationKindArgument: String, ExpressibleByArgument, CaseIterable {
  case shop, stockroom, warehouse, transit, other
}

/// Whether a location is in use, as the field `status` has it.
enum LocationStatusArgument: String, ExpressibleByArgument, CaseIterable {
  case active, inactive
}

/// Whom a product is for.
enum GenderArgument: String, ExpressibleByArgument, CaseIterable {
  case women, men, neutral
}

/// What an import does with the good records of a file that has errors.
enum OnErrorArgument: String, ExpressibleByArgument, CaseIterable {
  case abort, skip
}

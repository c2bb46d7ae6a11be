internal import ArgumentParser
internal import Catalog
internal import Exchange
internal import FormatKit

/// Options that say how the numbers and dates of a file are written, where the file itself does not show it.
struct NotationOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Decimal mark of the numbers: point or comma.", valueName: "mark"))
  var decimal: String?

  @Option(help: ArgumentHelp("Order of the dates: ymd, dmy or mdy.", valueName: "order"))
  var dates: String?

  /// The decimal mark that was given.
  func mark() throws -> ExactDecimal.Mark? {
    try decimal.map { text in
      guard let mark = ExactDecimal.Mark(rawValue: text) else {
        throw UsageError(
          "--decimal \(text) is neither point nor comma", remedy: "Write --decimal point or --decimal comma.")
      }
      return mark
    }
  }

  /// The order of dates that was given.
  func order() throws -> DateOrder? {
    try dates.map { text in
      guard let order = DateOrder(rawValue: text) else {
        throw UsageError("--dates \(text) is not one of ymd, dmy, mdy", remedy: "Write --dates dmy for 31.10.2026.")
      }
      return order
    }
  }

  /// Puts them into a request; they come before what a profile says.
  func apply(to request: inout ImportRequest) throws {
    request.decimal = try mark()
    request.dates = try order()
  }
}

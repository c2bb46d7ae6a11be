internal import ArgumentParser
internal import Exchange
internal import RetailValues

/// Options that say how the numbers and dates of a file are written, where the file itself does not show it.
struct NotationOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Decimal mark of the numbers.", valueName: "mark"))
  var decimal: ExactDecimal.Mark?

  @Option(help: ArgumentHelp("Order of day, month and year in the dates.", valueName: "order"))
  var dates: DateOrder?

  /// Puts them into a request; they come before what a profile says.
  func apply(to request: inout ImportRequest) {
    request.decimal = decimal
    request.dates = dates
  }
}

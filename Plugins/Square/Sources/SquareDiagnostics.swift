internal import DelimitedReading
internal import FormatKit

extension DelimitedCodes {
  static let square = DelimitedCodes("square")
}

extension DiagnosticCode {
  /// Every code of this format, as its descriptor lists them.
  static let square: [DiagnosticCode] = DelimitedCodes.square.all
}

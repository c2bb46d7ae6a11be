internal import DelimitedReading
internal import FormatKit

extension DelimitedCodes {
  static let square = DelimitedCodes("square")
}

extension Problem.Code {
  /// Every code of this format, as its descriptor lists them.
  static let square: [Problem.Code] = DelimitedCodes.square.all
}

internal import ProblemKit

/// A format whose files are interchanges, numbered for those who get them.
public protocol NumberedFormat: WritableFormat {
  /// Begins to write one table, each interchange under the next number of its receiver.
  ///
  /// A number that an option gives wins over those drawn.
  ///
  /// ```swift
  /// func writer(for schema: Schema, numbers: ControlNumbers, to sink: ByteSink) throws(Problems) -> OrderWriter {
  ///   let given = options.controlNumber.map { ControlNumbers(startingAt: $0) }
  ///   return try OrderWriter(schema, given ?? numbers, to: sink)
  /// }
  /// ```
  func writer(for schema: Schema, numbers: ControlNumbers, to sink: ByteSink) throws(Problems) -> Writer
}

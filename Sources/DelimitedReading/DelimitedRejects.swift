internal import CSVFormat
public import FormatKit

/// Refused records of a delimited file, written back in the sender's own form.
public enum DelimitedRejects {
  /// Writes the header and the rows that hold a refused record unchanged, after the two columns of `RejectColumns`.
  ///
  /// A row may give records of several tables; it is written once, with the reasons of all that were refused.
  public static func write(
    of source: ByteSource, charset: Charset?, codes: DelimitedCodes, _ rejected: RejectedRecords, to sink: ByteSink
  ) throws(Problems) {
    var options = CSVOptions()
    options.header = .yes
    options.formulas = .asIs
    options.charset = charset
    do throws(Problems) {
      try CSVFormat(options: options).writeRejects(of: source, rejected, to: sink)
    } catch {
      throw codes.own(error)
    }
  }
}

internal import DelimitedReading
public import FormatKit

extension WooCommerceFormat: RejectingFormat {
  /// Writes the rows of the refused records unchanged, with the reasons in front.
  public func writeRejects(
    of source: ByteSource, _ rejected: RejectedRecords, to sink: ByteSink
  ) throws(Problems) {
    try DelimitedRejects.write(of: source, charset: options.charset, codes: .wooCommerce, rejected, to: sink)
  }
}

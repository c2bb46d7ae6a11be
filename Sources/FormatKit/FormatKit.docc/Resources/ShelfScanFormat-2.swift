import FormatKit

/// Lines of a shelf scanner: `4006381333931 x 12`.
struct ShelfScanFormat: ReadableFormat {
  static let badLine = Problem.Code(
    "shelf-scan-bad-line", .error, "A line is not a code, x and a quantity.", remedy: "Scan this shelf again.")
  static let descriptor = FormatDescriptor(
    id: "shelf-scan", name: "Shelf scanner", summary: "A barcode and what was counted, on each line.",
    extensions: ["scan"], shape: .semantic, problemCodes: [badLine])

  init(options: NoOptions) {}

  static func sniff(_ preview: SourcePreview) -> Confidence {
    let first = preview.text.split(whereSeparator: \.isNewline).first ?? ""
    return first.contains(" x ") ? Confidence(80, "the first line is a code, x and a quantity") : .none
  }
}

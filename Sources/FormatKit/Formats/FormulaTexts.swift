public import ProblemKit

/// How to treat texts that a spreadsheet would run as formulas, in formats that spreadsheets open.
///
/// A format has this as an option that may be nil. With nil, the apostrophe is removed from input with a notice, and
/// none is added to output. `FormulaGuard` defines which texts are meant.
public enum FormulaTexts: String, CaseIterable, Sendable {
  /// They are what they are, in input and output.
  case asIs = "as-is"
  /// Texts get an apostrophe in front in output, which is removed from input.
  case harmless

  /// The name of the option.
  static let optionName = "formulas"
}

extension OptionField {
  /// The option `formulas`.
  ///
  /// ```swift
  /// let field = OptionField<CSVOptions>.formulas(\.formulas)
  /// field.description.name  // "formulas"
  /// ```
  public static func formulas(_ path: any WritableKeyPath<Options, FormulaTexts?> & Sendable) -> Self {
    choice(
      FormulaTexts.optionName, path,
      "harmless: output has an apostrophe before what a spreadsheet would run as a formula; as-is: input keeps it.")
  }
}

extension RegisteredFormat {
  /// Options for a file that people will open: texts are made harmless, unless the options say otherwise or the format has no
  /// such option.
  ///
  /// ```swift
  /// let csv = try registry.format("csv")
  /// csv.harmless([:])                    // ["formulas": "harmless"]
  /// csv.harmless(["formulas": "as-is"])  // ["formulas": "as-is"]
  /// ```
  public func harmless(_ options: [String: String]) -> [String: String] {
    guard self.options.contains(where: { $0.name == FormulaTexts.optionName }) else { return options }
    return [FormulaTexts.optionName: FormulaTexts.harmless.rawValue].merging(options) { _, given in given }
  }
}

extension Problem.Code {
  /// An apostrophe was taken off a text that begins as a formula.
  public static let formulaApostrophe = Problem.Code(
    "formula-apostrophe", .notice, "An apostrophe before what a spreadsheet would run as a formula is taken off.",
    remedy: "Nothing is to be done, unless the apostrophe belongs to the text: then read with --option formulas=as-is.")
}

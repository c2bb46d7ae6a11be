/// What becomes of texts that a spreadsheet would run as formulas, in formats that spreadsheets open.
///
/// A format has it as an option that may be nil: then the apostrophe is taken off in input, and told, and none is set in output.
/// `FormulaGuard` says which texts are meant.
public enum FormulaTexts: String, CaseIterable, Sendable {
  /// They are what they are, in input and output.
  case asIs = "as-is"
  /// They have an apostrophe ahead of them: set in output, taken off in input.
  case harmless

  /// The name of the option.
  static let optionName = "formulas"
}

extension OptionField {
  /// The option `formulas`.
  public static func formulas(_ path: any WritableKeyPath<Options, FormulaTexts?> & Sendable) -> Self {
    choice(
      FormulaTexts.optionName, path,
      "harmless: output has an apostrophe ahead of what a spreadsheet would run as a formula; as-is: input keeps it.")
  }
}

extension RegisteredFormat {
  /// Options for a file that people will open: texts are made harmless, unless the options say otherwise or the format has no
  /// such option.
  public func harmless(_ options: [String: String]) -> [String: String] {
    guard self.options.contains(where: { $0.name == FormulaTexts.optionName }) else { return options }
    return [FormulaTexts.optionName: FormulaTexts.harmless.rawValue].merging(options) { _, given in given }
  }
}

extension DiagnosticCode {
  public static let formulaApostrophe = DiagnosticCode(
    "formula-apostrophe", .notice, "An apostrophe ahead of what a spreadsheet would run as a formula is taken off.",
    remedy: "Nothing is to be done, unless the apostrophe belongs to the text: then read with --option formulas=as-is.")
}

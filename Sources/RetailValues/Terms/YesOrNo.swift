extension Bool {
  /// Reads `yes` or `true`, `no` or `false`, in capitals or small letters, as settings, definitions and options have them;
  /// nil for any other text.
  ///
  /// ```swift
  /// Bool(yesOrNo: "yes")    // true
  /// Bool(yesOrNo: "False")  // false
  /// Bool(yesOrNo: "on")     // nil
  /// ```
  public init?(yesOrNo text: String) {
    switch text.lowercased() {
    case "yes", "true": self = true
    case "no", "false": self = false
    default: return nil
    }
  }
}

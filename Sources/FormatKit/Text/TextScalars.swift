extension String {
  /// Replaces a sequence of Unicode scalars, even if a combining character follows it.
  ///
  /// To Swift, a semicolon and a combining accent form one character that is not equal to a semicolon. To a file format
  /// the semicolon is still a separator.
  ///
  /// ```swift
  /// "A-1;\u{301}Lamp".replacingScalars(";", with: "|")  // "A-1|\u{301}Lamp"
  /// ```
  public func replacingScalars(_ old: String, with new: String) -> String {
    String(unicodeScalars.replacing(old.unicodeScalars, with: new.unicodeScalars))
  }
}

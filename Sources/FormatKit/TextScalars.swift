extension String {
  /// The text with one sequence of Unicode scalars in the place of another, whatever combines with it.
  ///
  /// To Swift, a semicolon with a combining accent after it is one letter that is no semicolon; to a file format it is one.
  public func replacingScalars(_ old: String, with new: String) -> String {
    String(unicodeScalars.replacing(old.unicodeScalars, with: new.unicodeScalars))
  }
}

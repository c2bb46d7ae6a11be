/// Finding the known code that an unknown one probably misspells.
package enum NearCode {
  /// A code without case, signs and zeros in front. Codes that differ in nothing else are the same one, written in two ways.
  package static func folded(_ code: String) -> String {
    String(code.lowercased().filter { $0.isLetter || $0.isNumber }.drop { $0 == "0" })
  }

  /// Whether a code is long enough for a likeness to mean something: `S` and `M` are two sizes.
  package static func isComparable(_ code: String) -> Bool { folded(code).count >= 3 }

  /// The known code from which an unknown one differs by a letter or two; nil without one. A code that differs in digits
  /// only is the next of a series and not a misspelling.
  package static func misspelt(_ code: String, among known: some Sequence<String>) -> String? {
    let letters = folded(code).filter { !$0.isNumber }
    return known.filter { folded($0).filter { !$0.isNumber } != letters }.nearest(to: code)
  }
}

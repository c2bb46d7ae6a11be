/// What is left of a code without the differences between two spellings of it: capitals, spaces and signs, zeros in front, and
/// letters that look like digits.
///
/// `W 100`, `w-100` and `W100` have one form, `OO12` and `0012` too. `1-11` and `11-1` differ, because a sign between digits counts.
enum CodeSpelling {
  /// The signs around a code that do not make it another one.
  private static let around: Set<Character> = [
    "'", " ", ".", ",", ";", ":", "_", "/", "*", "#", "(", ")", "[", "]", "\"", "-",
  ]
  private static let within: Set<Character> = [" ", "-", ".", "/", "_"]

  static func form(of code: String) -> String {
    let core = trimmed(code)
    let runs = core.split { within.contains($0) }.map { digits($0).lowercased() }
    var form = ""
    for run in runs {
      if let last = form.last, let first = run.first, last.isNumber == first.isNumber { form.append("-") }
      form += run
    }
    return String(form.drop { $0 == "0" })
  }

  private static func trimmed(_ code: String) -> Substring {
    var core = code[...]
    while let first = core.first, around.contains(first) { core.removeFirst() }
    while let last = core.last, around.contains(last) { core.removeLast() }
    return core
  }

  /// A part of a code with digits for the letters `O`, `I` and `l`, where everything else in it is a digit.
  private static func digits(_ run: Substring) -> String {
    let letters: [Character: Character] = ["O": "0", "o": "0", "I": "1", "l": "1"]
    guard run.contains(where: \.isNumber), run.allSatisfy({ $0.isNumber || letters[$0] != nil }) else {
      return String(run)
    }
    return String(run.map { letters[$0] ?? $0 })
  }

  // MARK: SQL

  /// SQL for a form that two codes have in common if they have ``form(of:)`` in common, and sometimes else: it is quick, so
  /// that it can be asked of all codes of a shop.
  static func roughForm(_ code: String) -> String {
    // SQLite knows the capitals of ASCII only.
    let isASCII = "length(\(code)) = length(CAST(\(code) AS BLOB))"
    let lower = "CASE WHEN \(isASCII) THEN lower(\(code)) ELSE code_lower(\(code)) END"
    var form = "trim(\(lower), ' .,;:_/*#()[]\"-''')"
    for sign in within.sorted() { form = "replace(\(form), '\(sign)', '')" }
    for (letter, digit) in [("o", "0"), ("i", "1"), ("l", "1")] {
      form = "replace(\(form), '\(letter)', '\(digit)')"
    }
    return "ltrim(\(form), '0')"
  }
}

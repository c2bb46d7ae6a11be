internal import FormatKit
internal import RetailValues

/// A possible meaning of a column, where neither its name nor its values are certain.
struct ColumnGuess: Hashable {
  var field: String
  /// Why, for people.
  var reason: String

  /// The kinds whose fields a column of a shop's file may be.
  private static let kinds = Vocabulary.kinds.filter(\.matching.isGuessed)

  /// The meanings of words for fields, by the names of the fields; the likelier field first.
  private static let words: [String: String] = {
    var words: [String: String] = [:]
    for kind in kinds {
      for field in kind.fields {
        for name in field.headerNames where words[name] == nil {
          words[name] = field.name
        }
      }
    }
    return words
  }()

  /// The possible meanings of a column, the likeliest first.
  static func guesses(for column: String, _ look: ColumnLook?) -> [ColumnGuess] {
    var guesses: [ColumnGuess] = []
    func add(_ field: String, _ reason: String) {
      if !guesses.contains(where: { $0.field == field }) { guesses.append(ColumnGuess(field: field, reason: reason)) }
    }
    if let (word, field) = part(of: column) { add(field, "its name has '\(word)'") }
    guard let look, look.filled > 0 else { return guesses }
    if look.isBarcode {
      add("barcode", look.summary ?? "")
    } else if look.isDate {
      add("valid_from", "all its values are dates")
      add("effective_at", "all its values are dates")
    } else if look.isNumber, look.amounts * 2 >= look.filled {
      add("price", "its values look like amounts of money")
      add("unit_cost", "its values look like amounts of money")
    } else if look.isNumber, look.wholeNumbers == look.filled, !look.isUnique {
      add("quantity", "all its values are whole numbers")
    } else if look.isPhrase {
      add(look.distinct * 2 > look.filled ? "title" : "category", "its values are texts of several words")
    }
    if isKey(look) { add("sku", "every record has a value, and no two the same") }
    if !look.isNumber, !look.isDate, look.distinct > 1, look.distinct * 3 <= look.filled {
      add("category", "few values, each of them many times")
      add("brand", "few values, each of them many times")
    }
    return guesses
  }

  /// Whether a column may identify items.
  static func isKey(_ look: ColumnLook?) -> Bool {
    guard let look, look.isUnique, look.filled >= 2 else { return false }
    return !look.isPhrase && !look.isDate && look.amounts * 2 < look.filled
  }

  /// The longest run of words of a column's name that is what a field is called.
  private static func part(of column: String) -> (word: String, field: String)? {
    for form in MatchedColumns.forms(String(column.prefix(200))).reversed() {
      let parts = form.split(separator: " ").prefix(12)
      for length in stride(from: parts.count, through: 1, by: -1) {
        // The last words of a name say what it is.
        for start in stride(from: parts.count - length, through: 0, by: -1) {
          let word = parts[start..<(start + length)].joined(separator: " ")
          if word.count >= 3, let field = words[word] { return (word, field) }
        }
      }
    }
    return nil
  }
}

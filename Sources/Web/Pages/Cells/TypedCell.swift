internal import FormatKit
internal import HTTPTypes
internal import RetailValues

/// A cell of a form, with what is typed in it.
struct TypedCell: Sendable, Equatable {
  /// What the page showed in the cell.
  enum Origin: String, Sendable {
    /// The value of the file.
    case original
    /// The value that somebody had given in place of it.
    case corrected
  }

  let place: CellChange.Place
  let origin: Origin
  /// The value that the page showed.
  let was: String
  let value: String

  /// Whether something else is typed than what the page showed.
  var isTyped: Bool { value != was }

  /// The most cells of a page. When they are right, the next ones come.
  static let mostInForm = 50

  /// The names of the fields of a form, each once for every cell of the page, in this order.
  private static let fields = ["line", "column", "origin", "was", "cell"]

  /// The cells of a form; nothing where the fields are not those of the page.
  static func all(in form: FormValues) -> [TypedCell] {
    let columns = fields.map { name in
      form.fields.filter { $0.name == name }.prefix(mostInForm + 1).map {
        name == "cell" ? $0.value : FormValues.asShown($0.value)
      }
    }
    guard Set(columns.map(\.count)).count == 1 else { return [] }
    return columns[0].indices.compactMap { index in
      guard let line = Int(columns[0][index]), line > 0, !columns[1][index].isEmpty,
        let origin = Origin(rawValue: columns[2][index])
      else { return nil }
      return TypedCell(
        place: CellChange.Place(line: line, column: columns[1][index]), origin: origin,
        was: columns[3][index].trimmed, value: columns[4][index].trimmed)
    }
  }

  /// Whether something else is typed in a cell than what the page showed.
  static func areTyped(in form: FormValues) -> Bool { all(in: form).contains(where: \.isTyped) }

  /// Whether a value that was typed can be taken.
  ///
  /// - Parameter present: the correction of the cell by now.
  /// - Throws: what is wrong with it, or that somebody else corrected the cell, or took its correction back, since the form was
  ///   shown.
  func check(over present: CellChange?) throws(PageFailure) {
    let line = String(place.line)
    guard value.count <= CellLimits.characters else {
      throw CellChange.failure(
        LocalizedText("Line \(line), \(place.column): the value has more than \(CellLimits.characters) characters")
      ).at(place.fieldID)
    }
    guard !CellLimits.hasControlCharacter(value) else {
      throw CellChange.failure(
        LocalizedText("Line \(line), \(place.column): the value has a character that cannot be shown")
      ).at(place.fieldID)
    }
    guard let present else {
      guard origin == .original else {
        throw conflict(
          LocalizedText("Line \(line), \(place.column): somebody has taken back the correction of this cell since"))
      }
      return
    }
    guard present.value != value, origin == .original || present.value != was else { return }
    let shown: String = present.value.count > 100 ? present.value.prefix(100) + "…" : present.value
    throw conflict(
      LocalizedText("Line \(line), \(place.column): somebody has corrected this cell to “\(shown)” since"))
  }

  private func conflict(_ title: LocalizedText) -> PageFailure {
    PageFailure(
      status: .conflict, title: title,
      remedy: LocalizedText("Nothing was taken. Look at what you typed, and check again."), field: place.fieldID)
  }
}

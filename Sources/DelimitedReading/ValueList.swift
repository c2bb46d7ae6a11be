/// Lists in one cell: values with a comma and a space between them, commas within them after a backslash.
public enum ValueList {
  /// The values, without the spaces around them; those with nothing in them are left out.
  public static func values(_ text: String) -> [String] {
    var values: [String] = []
    var value = ""
    var isEscaped = false
    for character in text {
      if isEscaped {
        if character != "," { value.append("\\") }
        value.append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "," {
        values.append(value)
        value = ""
      } else {
        value.append(character)
      }
    }
    if isEscaped { value.append("\\") }
    values.append(value)
    return values.map(trimmed).filter { !$0.isEmpty }
  }

  /// A cell with the values.
  public static func text(_ values: [String]) -> String {
    values.map { $0.replacing(",", with: "\\,") }.joined(separator: ", ")
  }

  /// Without the spaces around it.
  public static func trimmed(_ text: String) -> String {
    let inner = text.drop { $0 == " " }
    return String(inner.reversed().drop { $0 == " " }.reversed())
  }
}

/// Categories as shop systems write them, `Clothing > Shirts, Sale`, and the path by which the vocabulary has one.
public enum CategoryPath {
  /// The first category as a path, and the unchanged text of all where the path is only a part of it.
  public static func first(of cell: String?) -> (path: String?, all: String?) {
    guard let cell else { return (nil, nil) }
    let first = ValueList.values(cell).first ?? ""
    let names = first.split(separator: ">").map { ValueList.trimmed(String($0)) }.filter { !$0.isEmpty }
    guard !names.isEmpty else { return (nil, cell) }
    let path = names.joined(separator: "/")
    return (path, self.cell(path) == cell ? nil : cell)
  }

  /// The cell of a category by its path.
  public static func cell(_ path: String) -> String {
    ValueList.text([path.split(separator: "/", omittingEmptySubsequences: false).joined(separator: " > ")])
  }
}

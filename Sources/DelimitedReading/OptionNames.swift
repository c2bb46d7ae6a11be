/// The names under which shops keep what distinguishes variants of a product: colour and size, in common languages.
public enum OptionNames {
  public enum Meaning: Sendable {
    case colour, size
  }

  private static let colours: Set<String> = [
    "color", "colour", "colors", "colours", "farbe", "farben", "couleur", "coloris", "colore", "kleur", "färg", "farve",
    "farge", "väri", "cor", "kolor", "barva", "farba", "szín", "culoare", "colourway",
  ]
  private static let sizes: Set<String> = [
    "size", "sizes", "größe", "grösse", "groesse", "grössen", "größen", "taille", "pointure", "talla", "tamaño",
    "taglia",
    "misura", "maat", "storlek", "størrelse", "koko", "tamanho", "rozmiar", "velikost", "veľkosť", "méret", "mărime",
  ]

  /// The meaning of an option with that name; nil for any other.
  public static func meaning(of name: String) -> Meaning? {
    let folded = name.lowercased()
    if colours.contains(folded) { return .colour }
    return sizes.contains(folded) ? .size : nil
  }

  /// The prefix of the attributes that hold the other options of a variant.
  public static let prefix = "option:"
}

/// The options of one variant: its colour, its size, and the others as attributes.
public struct VariantOptions: Sendable {
  public private(set) var colour: String?
  public private(set) var size: String?
  public private(set) var others: [(name: String, value: String)] = []

  public init() {}

  /// Takes over an option unless it has no value.
  public mutating func add(_ name: String, _ value: String?) {
    guard let value else { return }
    switch OptionNames.meaning(of: name) {
    case .colour where colour == nil: colour = value
    case .size where size == nil: size = value
    default: others.append((name, value))
    }
  }

  /// Adds the options that have no field of their own.
  public func addOthers(to attributes: inout AttributeText) {
    for (name, value) in others { attributes.add(OptionNames.prefix + name, value) }
  }
}

internal import YAMLReading
internal import Yams

/// In which lines of `stockroom.yml` the settings are, for people who change them.
struct SettingLines {
  private let root: Node?

  init(of shop: ShopFolder) {
    root = BoundedYAML.text(ofFile: shop.settingsPath).flatMap { try? BoundedYAML.root(of: $0) }
  }

  init(of text: String) { root = try? BoundedYAML.root(of: text) }

  /// The line of a setting, from 1, by the keys that lead to it; nil where it is not set.
  func line(_ keys: String...) -> Int? { line(keys) }

  /// The line of a setting, by a path of keys.
  func line(_ keys: [String]) -> Int? {
    var node = root
    var line: Int?
    for key in keys {
      guard case .mapping(let mapping) = node else { return nil }
      var found: (key: Node, value: Node)?
      for (name, value) in mapping {
        if case .scalar(let scalar) = name, scalar.string == key { found = (name, value) }
      }
      guard let found else { return nil }
      line = found.key.mark?.line
      node = found.value
    }
    return line
  }
}

extension ShopFolder {
  /// The file of the settings.
  var settingsPath: String { Self.settingsPath(in: path) }
}

internal import Yams

/// Changes one entry of a YAML text that people write, and leaves every other byte as it is.
///
/// The marks of the parsed text say where the entry is; the text is changed there, parsed again, and compared with what
/// the change should have made. If they differ, or if the entry is written in a way that is not known here, nothing is
/// changed.
///
/// ```swift
/// try YAMLEdit.setting(["people", "ben"], to: .text("counter"), in: "people:\n  anna: manager # owner\n")
/// // "people:\n  anna: manager # owner\n  ben: counter\n"
/// ```
public enum YAMLEdit {
  /// Why a text was not changed.
  public struct Refusal: Error, Hashable {
    /// The line of the entry, from 1; 0 without a line.
    public var line: Int
    /// What stops the change, to follow a colon: `it is written with an anchor or an alias (& or *)`.
    public var message: String
  }

  /// Sets an entry; adds it after the others where it is missing.
  ///
  /// - Parameters:
  ///   - path: the keys that lead to the entry. All but the last exist.
  ///   - name: the key that the entry has afterwards; the last one of the path unless given.
  /// - Throws: ``Refusal``, or ``BoundedYAML/InvalidText`` for a text that is not YAML.
  public static func setting(
    _ path: [String], named name: String? = nil, to value: YAMLEntryValue, in text: String
  ) throws -> String {
    let name = name ?? path.last ?? ""
    let new = (key: try node(of: .text(name)), value: try node(of: value))
    return try changing(path, in: text, to: new) { mapping, layout in
      let entries = try layout.entries(of: mapping)
      guard let entry = entries.first(where: { $0.name == path.last }) else {
        return try layout.insertion(of: value, named: name, into: mapping, isRoot: path.count == 1)
      }
      return try layout.replacement(of: entry, by: value, named: name == path.last ? nil : name)
    }
  }

  /// Removes an entry. Comments above it stay.
  ///
  /// - Parameter path: the keys that lead to the entry, which exists.
  /// - Throws: ``Refusal``, or ``BoundedYAML/InvalidText`` for a text that is not YAML.
  public static func removing(_ path: [String], from text: String) throws -> String {
    try changing(path, in: text, to: nil) { mapping, layout in
      let entries = try layout.entries(of: mapping)
      guard let index = entries.firstIndex(where: { $0.name == path.last }) else {
        throw Refusal(line: 0, message: "there is no entry '\(path.joined(separator: ": "))'")
      }
      return try layout.removal(of: index, among: entries)
    }
  }

  // MARK: Changing and comparing

  /// Changes the text, and compares the result with what it should be.
  private static func changing(
    _ path: [String], in text: String, to new: (key: Node, value: Node)?,
    by edits: (Node.Mapping, YAMLLayout) throws -> [YAMLLayout.Edit]
  ) throws -> String {
    guard let root = try BoundedYAML.root(of: text), case .mapping = root else {
      throw Refusal(line: 1, message: "it is not a list of settings")
    }
    let layout = YAMLLayout(text)
    let mapping = try parent(of: path, in: root, layout)
    let wanted = changed(root, path[...], to: new)
    let made = layout.text(after: try edits(mapping, layout))
    let found = try? BoundedYAML.root(of: made)
    guard let wanted, let found, wanted == found else {
      throw Refusal(
        line: mapping.mark?.line ?? 0, message: "a change there would also change something else, or break the file")
    }
    return made
  }

  /// The mapping that has, or gets, the entry.
  private static func parent(of path: [String], in root: Node, _ layout: YAMLLayout) throws -> Node.Mapping {
    var node = root
    for key in path.dropLast() {
      guard case .mapping(let mapping) = node,
        let entry = try layout.entries(of: mapping).first(where: { $0.name == key })
      else { throw Refusal(line: 0, message: "there is no entry '\(key)'") }
      try layout.requirePlainValue(of: entry)
      node = entry.value
    }
    guard case .mapping(let mapping) = node else {
      throw Refusal(line: node.mark?.line ?? 0, message: "'\(path.dropLast().last ?? "")' is not a list of entries")
    }
    return mapping
  }

  /// What the text should hold after the change; nil when the path leads nowhere.
  private static func changed(_ node: Node, _ path: ArraySlice<String>, to new: (key: Node, value: Node)?) -> Node? {
    guard let key = path.first, case .mapping(let mapping) = node else { return nil }
    var pairs = mapping.map { ($0.key, $0.value) }
    let index = pairs.firstIndex { $0.0.string == key }
    if path.count == 1 {
      switch (index, new) {
      case (let index?, let new?): pairs[index] = (new.key.string == key ? pairs[index].0 : new.key, new.value)
      case (let index?, nil): pairs.remove(at: index)
      case (nil, let new?): pairs.append((new.key, new.value))
      case (nil, nil): return nil
      }
    } else {
      guard let index, let value = changed(pairs[index].1, path.dropFirst(), to: new) else { return nil }
      pairs[index].1 = value
    }
    return .mapping(Node.Mapping(pairs, mapping.tag, mapping.style))
  }

  /// A value as the parser reads it where it is written.
  private static func node(of value: YAMLEntryValue) throws -> Node {
    guard let root = try BoundedYAML.root(of: "value: \(value.flow)\n"), case .mapping(let mapping) = root,
      let node = mapping.first?.value
    else { throw Refusal(line: 0, message: "the value cannot be written") }
    return node
  }
}

extension YAMLEdit {
  /// The keys of the mapping at a path; nil where there is something else, or nothing.
  ///
  /// - Throws: ``BoundedYAML/InvalidText`` for a text that is not YAML.
  public static func keys(of path: [String], in text: String) throws -> [String]? {
    var node = try BoundedYAML.root(of: text)
    for key in path {
      guard case .mapping(let mapping) = node else { return nil }
      node = mapping.first { $0.key.string == key }?.value
    }
    guard case .mapping(let mapping) = node else { return nil }
    return mapping.compactMap { $0.key.string }
  }
}

/// The events of a document that ``XMLEventReader`` returns.
public enum XMLEvent: Sendable {
  /// The start tag of an element.
  case begin(XMLTag)
  /// Text of the innermost element up to the next tag, joined from its pieces. What is white space only is left out.
  case text(String)
  /// The end of the innermost element.
  case end
}

/// The start tag of an element.
public struct XMLTag: Sendable {
  /// The local name, without its prefix.
  public let name: String
  /// The namespace's URI; nil when the element is in none, or its prefix is not declared.
  public let namespace: String?
  public let attributes: [XMLAttribute]
  /// The line in which the tag begins, from 1.
  public let line: Int
  /// Bytes of the decoded text before the tag.
  public let byteOffset: Int
  let place: ElementPlace

  /// An XPath from the root, prefixes left out, with the place among siblings of one name from the second on:
  /// `/Order/OrderLine[3]/LineItem`.
  public var path: String { place.path }

  /// The value of the attribute of that local name in any namespace; nil when there is no such attribute.
  public subscript(attribute name: String) -> String? { attributes.first { $0.name == name }?.value }
}

/// An attribute; declarations of namespaces are not included.
public struct XMLAttribute: Hashable, Sendable {
  /// The local name, without its prefix.
  public let name: String
  /// The namespace's URI; nil for most, as an attribute without a prefix is in none.
  public let namespace: String?
  public let value: String
}

/// An element with all that is in it.
public struct XMLElement: Sendable {
  let tag: XMLTag
  /// Its own text in one piece, without white space at its ends.
  public internal(set) var text: String
  public internal(set) var children: [XMLElement]

  /// The local name, without its prefix.
  public var name: String { tag.name }
  /// The namespace's URI; nil when the element is in none, or its prefix is not declared.
  public var namespace: String? { tag.namespace }
  public var attributes: [XMLAttribute] { tag.attributes }
  /// The line in which the element begins, from 1.
  public var line: Int { tag.line }
  /// Bytes of the decoded text before the element.
  public var byteOffset: Int { tag.byteOffset }
  /// An XPath from the root: see ``XMLTag/path``.
  public var path: String { tag.path }

  /// The value of the attribute of that local name in any namespace; nil when there is no such attribute.
  public subscript(attribute name: String) -> String? { tag[attribute: name] }

  /// The first element that a path of local names leads to, each step to the first child of that name that leads on;
  /// nil when there is no such element.
  public func first(_ path: String...) -> XMLElement? { first(path[...]) }

  /// The same for a path made elsewhere.
  public func first(_ path: ArraySlice<String>) -> XMLElement? {
    guard let name = path.first else { return self }
    for child in children where child.name == name {
      if let found = child.first(path.dropFirst()) { return found }
    }
    return nil
  }

  /// The children of that local name, in order.
  public func all(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }

  /// The text of ``first(_:)-swift.method``; nil when that is missing or empty.
  public func value(_ path: String...) -> String? {
    guard let text = first(path[...])?.text, !text.isEmpty else { return nil }
    return text
  }
}

/// The position of an element, shared by all its content, so that a path costs nothing until somebody asks.
final class ElementPlace: Sendable {
  let parent: ElementPlace?
  let name: String
  /// Its number among siblings of the name, from 1.
  let number: Int

  init(_ parent: ElementPlace?, _ name: String, number: Int) {
    self.parent = parent
    self.name = name
    self.number = number
  }

  var path: String {
    var steps: [String] = []
    var place: ElementPlace? = self
    while let step = place {
      steps.append(step.number > 1 ? "/\(step.name)[\(step.number)]" : "/\(step.name)")
      place = step.parent
    }
    return steps.reversed().joined()
  }
}

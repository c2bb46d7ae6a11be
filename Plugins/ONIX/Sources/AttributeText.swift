/// Puts together a JSON object, its members in the order in which they come.
struct AttributeText {
  /// The longest text that is kept.
  private static let maximumLength = 2000
  private var members: [String] = []

  var isEmpty: Bool { members.isEmpty }
  var text: String { "{" + members.joined(separator: ",") + "}" }

  /// Adds a text, if there is one.
  mutating func add(_ name: String, _ value: String?) {
    guard let value, !value.isEmpty else { return }
    members.append("\(Self.quoted(name)):\(Self.quoted(value.shortened(Self.maximumLength)))")
  }

  /// Adds a whole number, or a text if it is not a number.
  mutating func add(_ name: String, number: String?) {
    guard let number, let value = Int(number), value >= 0 else { return add(name, number) }
    members.append("\(Self.quoted(name)):\(value)")
  }

  mutating func add(_ name: String, list: [String]) {
    guard !list.isEmpty else { return }
    members.append("\(Self.quoted(name)):[\(list.map(Self.quoted).joined(separator: ","))]")
  }

  mutating func add(_ name: String, objects: [AttributeText]) {
    guard !objects.isEmpty else { return }
    members.append("\(Self.quoted(name)):[\(objects.map(\.text).joined(separator: ","))]")
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

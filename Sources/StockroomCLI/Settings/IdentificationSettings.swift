internal import Exchange
internal import FormatKit
internal import RetailValues
internal import StandardFormats

/// By which numbers partners know the shop: `identification:` in `stockroom.yml`.
///
/// ```yaml
/// identification:
///   gln: "4098765000003"
///   x12: "01:049351117"
/// ```
enum IdentificationSettings {
  /// The formats whose files name the sender.
  static var formats: [String] {
    standardFormats.formats.filter { format in
      format.writing != nil && format.options.contains { $0.name == "sender" }
    }.map(\.descriptor.id)
  }

  static func identification(_ value: Any?, file: String) throws -> PartnerIdentification {
    guard let value else { return PartnerIdentification() }
    guard let values = value as? [String: Any] else {
      throw Problems(
        .usage, "\(file): identification is not a list of names and numbers",
        remedy: "Write it as identification: { gln: \"4098765000003\" }.")
    }
    var found = PartnerIdentification()
    let formats = formats
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      guard let text = value as? String, !text.isEmpty else {
        // As a number it would have lost its zeros.
        throw Problems(
          .usage, "\(file): identification: \(name) '\(value)' is not a text",
          remedy: "Put it in quotes: \(name): \"\(value)\".")
      }
      if name == "gln" {
        guard Barcode.isLocationNumber(text) else {
          throw notALocationNumber("\(file): identification: '\(text)'")
        }
        found.gln = text
        continue
      }
      guard formats.contains(name) else {
        let known = ["gln"] + formats
        throw Problems(
          .usage, "\(file): identification has no '\(name)'",
          remedy: nearestName(to: name, among: known).map { "Did you mean '\($0)'?" }
            ?? "It may have: \(known.joined(separator: ", ")).")
      }
      found.byFormat[name] = text
    }
    return found
  }

  /// - Parameter subject: what is not one: where it is, and its value.
  static func notALocationNumber(_ subject: String) -> Problems {
    Problems(
      .usage, "\(subject) is not a Global Location Number",
      remedy: "It has 13 digits, the last of which checks the others; GS1 gives it out.")
  }
}

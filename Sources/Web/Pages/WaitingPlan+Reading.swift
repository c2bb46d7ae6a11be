internal import FormatKit
internal import HTTPTypes

extension WaitingPlan {
  /// How the file is to be read: the options of `stockroom import` that answer what it asks.
  struct Reading: Codable, Sendable, Equatable {
    var kind: String?
    var profile: String?
    var supplier: String?
    var location: String?
    /// By column: the field that it is taken for; empty for a column that is left out.
    var columns: [String: String] = [:]
    /// By column: the values that are taken for names of the shop; nil without any.
    var values: [String: [String: String]]?
    var constants: [String: String] = [:]
    var decimal: String?
    var dates: String?
    var newSuppliers = false
    var newLocations = false
    var newItems = false
    /// The cells that have another value than in the file; nil without any.
    var cells: [CellChange]?
    /// Whether the file is taken once more, although it was imported before; nil where nobody said so.
    var again: Bool?
    /// Whether no saved profile is taken by itself; nil where nobody said so.
    var withoutProfile: Bool?

    /// Why the profile is not taken: it is a path, and a page reads no other files of this machine.
    var profileFailure: PageFailure? {
      guard let profile, profile.contains("/") || profile.hasSuffix(".yml") || profile.hasSuffix(".yaml") else {
        return nil
      }
      return PageFailure(
        status: .unprocessableContent, title: LocalizedText("'\(profile)' cannot be the name of a profile"),
        remedy: LocalizedText("Write the name of one of the shop's profiles."), field: "profile")
    }

    /// The words of a command that reads the file like this: `import` or `inspect`.
    func words(_ command: String) -> CommandWords {
      CommandWords(command).option("kind", kind).option("profile", profile)
        .option("supplier", supplier).option("location", location)
        .options("map", columns.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })
        .options("value", translations.map(\.option))
        .options("set", constants.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })
        .option("decimal", decimal).option("dates", dates)
        .flag("without-profile", withoutProfile == true && profile == nil)
    }

    /// The words of the command that plans the file.
    var importing: CommandWords {
      words("import").flag("new-suppliers", newSuppliers).flag("new-locations", newLocations)
        .flag("new-items", newItems).flag("again", again == true)
    }
  }

  /// The saved profile that the file was read by without being asked, because it was made for the same columns; nil without one.
  func takenProfile(_ visit: Visit) throws(PageFailure) -> String? {
    guard reading.profile == nil, reading.withoutProfile != true else { return nil }
    return Self.takenProfile(in: try answer(visit))
  }

  /// The same in what the command answered.
  static func takenProfile(in answer: JSONValue) -> String? {
    answer["findings"].elements.first { $0["code"].text == SourceFinding.profileTaken }?["value"].text
  }

  /// Keeps that profile, so that further answers add to what it says.
  mutating func keepTakenProfile(_ visit: Visit) throws(PageFailure) {
    if let taken = try takenProfile(visit) { reading.profile = taken }
  }
}

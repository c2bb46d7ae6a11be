public import Catalog
public import FormatKit
public import Stock

/// What to import, and how.
public struct ImportRequest: Sendable {
  public var source: ByteSource
  /// Id of the format; nil to have it found.
  public var format: String?
  /// Options of the format as on the command line; they win over the profile's.
  public var options: [String: String]
  /// Nil to match the columns by their names.
  public var profile: MappingProfile?
  /// The record kind, where the columns do not tell.
  public var kind: String?
  public var location: String?
  public var supplier: String?
  /// Fields that every record gets unless it has its own.
  public var constants: [String: String]
  /// Fields that are given for every record whatever stands in the file. They are no part of the file's identity, except
  /// for the count that is entered.
  public var forced: [String: String]
  /// What else tells this import from others of the same bytes, such as the document that was named for them.
  public var identityParts: [String] = []
  public var decimal: ExactDecimal.Mark?
  public var dates: DateOrder?
  /// The only store whose records may be made or changed; nil for all of them.
  public var store: String?
  /// Whether what is kept of users is not shown to whoever imports.
  public var hidesPersonal = false
  /// Whether the shop is one person's, who may count again what he counted before.
  public var isSinglePerson = false
  /// The rules of counts that the file brings.
  public var countRules = CountRuleBook()
  /// Whether a file that was applied before is applied again.
  public var again: Bool
  /// Codes of the guards that do not stop the import: somebody looked, and it is right.
  public var accepted: Set<String>
  /// Whether suppliers, locations and items that the file names and the shop does not have are one question for the whole
  /// file, a guard for each kind; else each record that names one is in error. What is accepted is made in either case.
  public var asksForNewRecords = false
  /// What partners call suppliers and locations of the shop; kept from this import on.
  public var aliases: [PartnerAlias] = []
  /// Whether the file lists everything of its kind; a profile may say so as well.
  public var isFull: Bool
  /// From where on a guard stops the import.
  public var limits: GuardLimits
  /// The shop's profiles, among which one may fit a file that comes without.
  public var knownProfiles: [KnownProfile] = []
  /// How several records of one key are treated, by kind; wins over the profile.
  public var duplicates: [String: StagingContext.DuplicatePolicy]
  /// What happens to the good records when others are in error.
  public var onError: ErrorPolicy
  /// Where the answer to the sender goes, once the file is taken or refused; nil when none is wanted.
  public var answerPath: String?
  /// The name or path by which the profile was given, for a plan that is to be carried out later.
  public var profileReference: String?

  public init(source: ByteSource) {
    self.source = source
    options = [:]
    constants = [:]
    forced = [:]
    again = false
    accepted = []
    isFull = false
    limits = .standard
    duplicates = [:]
    onError = .abort
  }
}

extension ImportRequest {
  /// Whether a guard was accepted for this import, or is off in the shop.
  func accepts(_ code: GuardCode) -> Bool { accepted.contains(code.rawValue) || limits[code] == nil }

  /// The kinds of records that the file may bring along.
  ///
  /// Where faulty records are left out, one that names what is unknown is among them unless somebody accepts it.
  var newRecords: Set<GuardCode> {
    let all: Set<GuardCode> = [.newSuppliers, .newLocations, .newItems]
    return all.filter { accepts($0) || asksForNewRecords && onError == .abort }
  }
}

/// What happens to the good records of a source when others are in error.
public enum ErrorPolicy: Sendable, Hashable {
  /// Nothing is written.
  case abort
  /// They are taken; the others go into a file of the sender's own format, with the reason beside each.
  ///
  /// - Parameter rejects: the path of that file.
  case skip(rejects: String)
}

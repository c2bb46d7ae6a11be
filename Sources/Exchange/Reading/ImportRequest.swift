public import FormatKit
public import RetailValues
public import Stock

/// The source of an import, and its options.
public struct ImportRequest: Sendable {
  public var source: ByteSource
  /// What the log and the reports call the file; nil for the name of the source.
  public var recordedName: String?
  /// Id of the format; nil to have it found.
  public var format: String?
  /// Options of the format as on the command line; they win over the profile's.
  public var options: [String: String]
  /// Nil to match the columns by their names.
  public var profile: MappingProfile?
  /// The record kind, if the columns do not show it.
  public var kind: String?
  public var location: String?
  /// Whether a person named the location for this file, and so means the quantities of a format that takes them only when asked.
  public var isLocationGiven = false
  public var supplier: String?
  /// The fields that columns are taken for, by the columns' names, in addition to what a profile says; an empty field
  /// for a column that is left out.
  public var columns: [String: String] = [:]
  /// The values of columns that are read as others, in addition to what a profile says.
  package var values: [ValueTranslation] = []
  /// Rows that are left out, or are goods that came back, where no profile says so.
  public var rowRules = RowRules()
  /// The cells of the file that are imported with another value. They are part of the file's identity.
  public var corrections: [CellCorrection] = []
  /// Fields that every record gets unless it has its own.
  public var constants: [String: String]
  /// Fields that are given for every record, overriding the file. They are not part of the file's identity, except for
  /// the count that is entered.
  public var forced: [String: String]
  /// Further data that distinguishes this import from others of the same bytes, such as the document that was named for them.
  public var identityParts: [String] = []
  public var decimal: ExactDecimal.Mark?
  public var dates: DateOrder?
  /// The only store whose records may be made or changed; nil for all of them.
  public var store: String?
  /// The kinds of records that a file may have; nil for those of the vocabulary.
  package var kinds: RecordCatalog?
  /// Whether users' stored data is hidden from the person who imports.
  public var hidesPersonal = false
  /// Whether the shop is one person's, who may count again what he counted before.
  public var isSinglePerson = false
  /// The rules of counts that the file brings.
  public var countRules = CountRuleBook()
  /// The codes of reasons that are not offered any more, and refused for what is not recorded yet.
  public var retiredReasons: Set<String> = []
  /// Whether a file that was applied before is applied again.
  public var again: Bool
  /// Codes of the guards that do not stop the import, because a person has checked the cases.
  public var accepted: Set<String>
  /// Whether suppliers, locations and items that the file names and the shop does not have are one question for the whole
  /// file, a guard for each kind; else each record that names one is in error. What is accepted is made in either case.
  public var asksForNewRecords = false
  /// Whether that is asked as well where invalid records are left out; else the records that name something unknown are left out
  /// with them.
  public var asksWhenSkipping = false
  /// Whether a person typed the quantities for single items, and not for a list of them.
  public var areQuantitiesTyped = false
  /// The partners' names for suppliers and locations of the shop; kept from this import on.
  public var aliases: [PartnerAlias] = []
  /// Whether the file lists everything of its kind; a profile may declare it too.
  public var isFull: Bool
  /// From where on a guard stops the import.
  public var limits: GuardLimits
  /// The shop's currency, in which prices are taken where a list has them in several; nil outside a shop.
  public var currency: Currency?
  /// What the shop knows of codes; nil outside a shop.
  package var knownCodes: KnownCodes?
  /// The shop's locations; nil outside a shop, and for a person who does not see them.
  package var knownLocations: KnownLocations?
  /// What the shop has names for, for an inspection that lists values which match nothing; nil outside a shop.
  package var shopNames: ShopNames?
  /// What is known of the file before it is opened.
  package var findings: [SourceFinding] = []
  /// The day of the import in the shop; nil outside a shop.
  package var today: CalendarDate?
  /// The shop's profiles, among which one may fit a file that comes without.
  public var knownProfiles: [KnownProfile] = []
  /// How several records of one key are treated, by kind; wins over the profile.
  public var duplicates: [String: StagingContext.DuplicatePolicy]
  /// How to treat valid records when others have errors.
  public var onError: ErrorPolicy
  /// The path of the answer to the sender, written once the file is imported or refused; nil when none is wanted.
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
  /// Where invalid records are left out, a record with an unknown name is one of them unless it is accepted or asked about.
  var newRecords: Set<GuardCode> {
    let all: Set<GuardCode> = [.newSuppliers, .newLocations, .newItems]
    return all.filter { accepts($0) || asksForNewRecords && (onError == .abort || asksWhenSkipping) }
  }
}

/// How to treat the valid records of a source when others have errors.
public enum ErrorPolicy: Sendable, Hashable {
  /// Nothing is written.
  case abort
  /// Valid records are imported; the others are written to a file of the sender's own format, with the reason next to each.
  ///
  /// - Parameter rejects: the path of that file.
  case skip(rejects: String)
}

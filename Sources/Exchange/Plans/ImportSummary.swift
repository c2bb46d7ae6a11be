public import FormatKit
public import Stock

/// The result of an import or of its dry run.
public struct ImportSummary: Sendable {
  public var source: String
  public var byteCount: Int
  public var fileSHA256: String
  public var format: String
  public var profile: String
  public var findings: [SourceFinding]
  /// The cells that were read with another value than the file has, by line and column.
  public var corrections: [CorrectedCell] = []
  /// The names of the columns, where the file has one table whose cells can be corrected.
  var cellColumns: [String] = []
  /// Columns that are not used though the records may mean something else without them.
  var unusedInDoubt: [UnusedColumn] = []
  public var counts: [PlanCount]
  /// Problems by severity: `error`, `warning`, `notice`.
  public var problemCounts: [String: Int]
  /// The problems by cause, each with its first cases. Counts are never capped. Guards are listed separately.
  public var problemGroups: [Group]
  /// Probable mistakes, by guard.
  public var guards: [GuardedRecords] = []
  /// The first changes of each kind and action.
  public var changes: [PlannedRecord]
  /// How many records the source holds.
  public var sourceRecords = 0
  /// How many records of the source are left out because of errors.
  public var refusedRecords = 0
  /// The records with errors, where there are any, and whether the guard `many-rejected` asks before the others are taken.
  public var rejected: (share: RejectedShare, isAbove: Bool)?
  /// The file with the records that were left out.
  public var rejectFile: String?
  /// The answer to the sender, where one was asked for.
  public var answer: WrittenAcknowledgement?
  public var outcome: Outcome
  /// Whether each record would still be treated as the plan says, for a plan that no longer holds; nil for another outcome, and
  /// where the file or its mapping changed.
  public var treatsRecordsAlike: Bool?
  /// SHA-256 of what a saved plan says of its records, the same for each plan that treats them alike; nil where none was saved.
  public var recordsSHA256: String?
  /// The number of the shop's last import when a plan was saved, 0 before the first one; nil where none was saved.
  public var lastImport: Int64?
  /// The first moment of which the source has a movement of stock when a plan was saved, as ISO 8601; nil where it has no dates.
  public var firstAt: String?

  /// Problems of one cause.
  public struct Group: Sendable {
    public var count: Int
    /// The first of them.
    public var problems: [Problem]
  }

  public enum Outcome: Sendable, Equatable {
    /// Only looked at.
    case planned
    /// Carried out, under this number.
    case applied(importID: Int64)
    /// The same file was applied before, under this number; nothing was changed. Records that were left out because of
    /// errors then have the same errors now.
    case alreadyApplied(importID: Int64)
    /// The file has a table without records; nothing was changed and nothing is recorded.
    case empty
    /// There are errors, or guards that were not accepted; nothing was changed.
    case refused
    /// The plan that was to be carried out no longer holds, for these reasons; nothing was changed.
    case stale([String])
  }

  /// Whether all records are as they were, or left out.
  var changesNothing: Bool { counts.allSatisfy { !$0.action.isWritten || $0.records == 0 } }

  /// How many of the new prices follow one that the shop has: to people, that price changes.
  public var followingPrices: Int { counts.reduce(0) { $0 + $1.followingPrices } }

  public var errorCount: Int { problemCounts["error"] ?? 0 }
  public var problems: [Problem] { problemGroups.flatMap(\.problems) }
  /// The guards that stop the import.
  public var stoppingGuards: [GuardedRecords] { guards.filter { !$0.isAccepted } }
}

/// The records of a file that one guard found to be probably a mistake.
public struct GuardedRecords: Sendable {
  public var code: GuardCode
  /// How many; never capped.
  public var count: Int
  /// Whether the import was instructed to accept them.
  public var isAccepted: Bool
  /// The first few.
  public var examples: [Problem]
  /// The names in the file that the shop does not have, for the guards that ask about them.
  public var newRecords: NewRecords?
  /// Above which limit it asks, as the settings say it; nil for a guard without a limit.
  public var limit: String?

  /// What to do, each sentence once; never empty. Cases of one guard may need different remedies, which have no values
  /// of the shop in them, so that they are also for people who may not see the examples.
  public var remedies: [String]
}

public import ProblemKit

/// The problems that a check of the shop's database finds: promises of the database that do not hold.
extension Problem.Code {
  /// All that `stockroom check` reports.
  public static let checks: [Problem.Code] = [
    .fileDamaged, .alteredSchema, .danglingReference, .wrongBalance, .unbalancedTransfer, .foreignLot, .wrongReversal,
    .wrongCancellation, .wrongCostHistory, .wrongLots, .wrongCountLine, .wrongCountSum, .countNotHeld,
    .wrongCountValue, .strayAdjustment, .brokenSeal, .missingSeal, .brokenAuditLog, .closedPeriodChanged,
    .alteredTable, .alteredImport, .alteredRow, .alteredDigests, .periodDoesNotTie, .otherShopThanProof,
    .olderThanProof, .truncatedAuditLog, .rewrittenAuditLog, .alteredRecords, .wrongCachedRows,
  ]

  public static let fileDamaged = Problem.Code(
    "file-damaged", .error, .unexpected,
    "The file itself is damaged, or an index does not fit its table.",
    remedy: "When only indexes are named run `stockroom check --repair-index`, else restore the last backup.")
  public static let alteredSchema = Problem.Code(
    "altered-schema", .error, .unexpected,
    "The tables, indexes, triggers or views are not those that Stockroom made.",
    remedy: alteredFileRemedy)
  public static let danglingReference = Problem.Code(
    "dangling-reference", .error, .unexpected,
    "A record points to one that does not exist.",
    remedy: comparisonRemedy)
  public static let wrongBalance = Problem.Code(
    "wrong-balance", .error, .unexpected,
    "A balance is not the sum of its movements, or is missing.",
    remedy: derivedRemedy)
  public static let unbalancedTransfer = Problem.Code(
    "unbalanced-transfer", .error, .unexpected,
    "The two sides of a transfer do not sum to zero.",
    remedy: "Import the missing side of the transfer, or correct it by a movement in the same document.")
  public static let foreignLot = Problem.Code(
    "foreign-lot", .error, .unexpected,
    "A movement's lot is one of another variant.",
    remedy: comparisonRemedy)
  public static let wrongReversal = Problem.Code(
    "wrong-reversal", .error, .unexpected,
    "A reversal is not the exact opposite of the movement that it takes back.",
    remedy: comparisonRemedy)
  public static let wrongCancellation = Problem.Code(
    "wrong-cancellation", .error, .unexpected,
    "The list of cancelled movements is not what the reversals say.",
    remedy: derivedRemedy)
  public static let wrongCostHistory = Problem.Code(
    "wrong-cost-history", .error, .unexpected,
    "The average cost, or the cost by layers, is not what the movements say.",
    remedy: derivedRemedy)
  public static let wrongLots = Problem.Code(
    "wrong-lots", .error, .unexpected,
    "The remaining quantities of the lots, or the lots that were taken, do not agree with the movements.",
    remedy: derivedRemedy)
  public static let wrongCountLine = Problem.Code(
    "wrong-count-line", .error, .unexpected,
    "A posted count line's variance is not counted − expected, or its adjustment is not its variance.",
    remedy: comparisonRemedy)
  public static let wrongCountSum = Problem.Code(
    "wrong-count-sum", .error, .unexpected,
    "A posted count line's quantity is not the sum of what was entered.",
    remedy: comparisonRemedy)
  public static let countNotHeld = Problem.Code(
    "count-not-held", .error, .unexpected,
    "On hand at the time of a posted count is not what was counted.",
    remedy: comparisonRemedy)
  public static let wrongCountValue = Problem.Code(
    "wrong-count-value", .error, .unexpected,
    "The value of a posted count line is not its variance at the cost and price that it names.",
    remedy: comparisonRemedy)
  public static let strayAdjustment = Problem.Code(
    "stray-adjustment", .error, .unexpected,
    "A movement belongs to the document of a count, but no line, correction or reversal created it.",
    remedy: comparisonRemedy)
  public static let brokenSeal = Problem.Code(
    "broken-seal", .error, .unexpected,
    "A posted count is not what it was when it was posted.",
    remedy: alteredFileRemedy)
  public static let missingSeal = Problem.Code(
    "missing-seal", .error, .unexpected,
    "A posted count, or a correction of one, has lost its seal.",
    remedy: alteredFileRemedy)
  public static let brokenAuditLog = Problem.Code(
    "broken-audit-log", .error, .unexpected,
    "An entry of the audit log was changed or taken out.",
    remedy: alteredFileRemedy)
  public static let closedPeriodChanged = Problem.Code(
    "closed-period-changed", .error, .unexpected,
    "The content of a closed period differs from that at its closing.",
    remedy: comparisonRemedy)
  public static let alteredTable = Problem.Code(
    "altered-table", .error, .unexpected,
    "The rows of a table are not those that Stockroom wrote.",
    remedy: otherProgramRemedy)
  public static let alteredImport = Problem.Code(
    "altered-import", .error, .unexpected,
    "The movements or documents of an import are not those that the audit log has digests of.",
    remedy: otherProgramRemedy)
  public static let alteredRow = Problem.Code(
    "altered-row", .error, .unexpected,
    "An import, a period, a reason or a setting is not the one that the audit log has a digest of.",
    remedy: otherProgramRemedy)
  public static let alteredDigests = Problem.Code(
    "altered-digests", .error, .unexpected,
    "The digests of the tables are not those of the audit log.",
    remedy: otherProgramRemedy)
  public static let periodDoesNotTie = Problem.Code(
    "period-does-not-tie", .error, .unexpected,
    "The shrinkage statement, the journal and the ledger of a closed period do not agree.",
    remedy: alteredFileRemedy)
  public static let otherShopThanProof = Problem.Code(
    "other-shop-than-proof", .error, .unexpected,
    "The proof that the shop is compared with is of another shop.",
    remedy: "Give the proof of this shop; if this is it, restore the last backup.")
  public static let olderThanProof = Problem.Code(
    "older-than-proof", .error, .unexpected,
    "The audit log ends before the entry that a proof names.",
    remedy: "Restore a backup that was made after the entry that the proof names.")
  public static let truncatedAuditLog = Problem.Code(
    "truncated-audit-log", .error, .unexpected,
    "The last entries of the audit log were removed, as a proof shows.",
    remedy: rewrittenRemedy)
  public static let rewrittenAuditLog = Problem.Code(
    "rewritten-audit-log", .error, .unexpected,
    "An entry of the audit log is not the one that a proof names.",
    remedy: rewrittenRemedy)
  public static let alteredRecords = Problem.Code(
    "altered-records", .error, .unexpected,
    "Movements, seals or closed periods are not those that a proof has the digest of.",
    remedy: rewrittenRemedy)
  public static let wrongCachedRows = Problem.Code(
    "wrong-known-rows", .error, .unexpected,
    "The remembered rows of a file differ from what was recorded.",
    remedy: "Run `stockroom check --repair-index`, which forgets them; nothing else is lost.")

  private static let derivedRemedy = "Run `stockroom check --repair-index`, which rebuilds it from the movements."
  private static let comparisonRemedy =
    "The file was changed outside of Stockroom; compare with the last backup, then correct by an adjustment or a count."
  private static let alteredFileRemedy = "The file was changed outside of Stockroom; compare with the last backup."
  private static let otherProgramRemedy = "Another program changed the database; compare it with the last backup."
  private static let rewrittenRemedy =
    "The file was changed outside of Stockroom; restore the last backup that fits the proof."
}

internal import FormatKit

/// The phases of an import between its rows and the shop. Each takes what the one before it left, and can be read alone:
///
/// | phase | from | to |
/// | --- | --- | --- |
/// | stage: ``StageInserter`` | mapped records | a row of `temp.stage_<kind>`, and what is known of all rows: ``StagedKind`` |
/// | recognise: ``recogniseStaged(_:)`` | codes as the source has them | the shop's own codes for items, suppliers, locations |
/// | complete: ``addImpliedRecords(_:)`` | codes of what is made on the way | staged records of categories, brands, orders |
/// | resolve: ``resolveReferences(of:context:)`` | codes in the columns `f_…` | ids in the columns `r_…`, or ``ComparedKind/settled`` |
/// | merge: ``merge(_:policy:)`` | staged records | one row of `temp.merged_<kind>` for each key |
/// | decide: ``decide(_:)`` | merged records and the shop | the target and the action of each |
/// | guard: ``judge(_:)`` | actions | questions, among the problems |
/// | apply: ``apply(_:context:actor:)`` | targets and actions | the shop's tables, the change set, the audit log |
/// | remember: ``RowCache`` | what became of each row | digests of the rows that would change nothing |
///
/// Everything up to *guard* is a comparison. It writes to temporary tables and to ``staged`` only, and can be taken back:
/// the tables by a savepoint, ``staged`` by a copy of it. ``compareWithNewRecords(_:)`` and ``compareWithoutRepeats(_:unless:)``
/// make one comparison or several of them.
extension StagingArea {
  /// Compares everything that is staged with stock: references are looked up, records of one key merged, and each merged
  /// record gets its action. Nothing of the shop is changed. Call it within the transaction that applies, or within one
  /// that only reads.
  public func resolve(_ context: StagingContext) throws {
    try flush()
    try compareWithNewRecords(context)
  }

  /// One comparison from the start.
  func compare(_ context: StagingContext) throws {
    comparisonCount += 1
    staged.forgetComparison()
    try recogniseStaged(context)
    try addImpliedRecords(context)
    for stored in kinds.list { try compare(stored, context) }
    try resolveMovements(context)
    try resolveCountLines(context)
    try judge(context)
  }

  /// Gives staged records the shop's own codes, where it knows what they mean by others.
  private func recogniseStaged(_ context: StagingContext) throws {
    try restoreKnownISBNs()
    try matchDescribedItems(context)
    try keepOwnProducts()
    try addAliases(context)
    try recognisePartners()
  }

  /// Compares the records of a kind of the catalog; those that they may refer to were compared before.
  private func compare(_ stored: StoredKind, _ context: StagingContext) throws {
    let part = stored.record.part
    if part == .product { try addImpliedProducts() }
    guard staged[stored.kind] != nil else { return }
    try addMissingColumns(stored)
    try index(stored)
    try resolveReferences(of: stored, context: context)
    if part == .product { try judgeLostLetters() }
    if part == .price { try settlePriceValidity(context) }
    try checkSalesEvents(stored)
    try divideInvoicedPrices(stored)
    try merge(stored, policy: context.duplicates[stored.kind] ?? .conflict)
    try decide(stored)
    try refuseRewritten(stored)
  }

  /// Refuses what may not be done, and asks about what is probably a mistake.
  private func judge(_ context: StagingContext) throws {
    try refuseOtherStores(context)
    try findGuards(context)
    try refuseCodesOfSupplier()
    try warnOfLostZeros()
    try warnOfSimilarNames()
  }
}

internal import ProblemKit
internal import RetailValues

/// What stops a count from being posted, with its items.
extension Problem {
  static func untouched(_ session: String) -> Self {
    Self(
      .untouched, "nothing was entered in count \(session)",
      remedy: "Enter what was counted with `stockroom count enter`; a zero counts, a blank does not.")
  }

  static func uncounted(_ skus: NamedItems) -> Self {
    Self(
      .uncountedLines,
      "\(skus.count == 1 ? "1 line was" : "\(skus.count) lines were") not counted: \(skus)",
      remedy: "Count them, leave them as they are with `--uncounted ignore`, or write them off with `--uncounted zero`."
    )
  }

  static func unknown(_ codes: NamedItems) -> Self {
    Self(
      .unknownItems,
      "\(codes.count == 1 ? "a counted code is" : "\(codes.count) counted codes are") not in the catalog: \(codes)",
      remedy: "Add the goods to the catalog, or say which variant each code is.")
  }

  static func writeOff(_ writeOff: ReconciliationOutcome.WriteOff, accepted: Money?) -> Self {
    let unvalued = writeOff.unvaluedLines > 0 ? " and \(writeOff.unvaluedLines) of them without a cost" : ""
    let other = accepted.map { ", not \($0)" } ?? ""
    return Self(
      .writeOffNotAccepted,
      "\(writeOff.lines) uncounted lines would be written off for \(writeOff.total)\(other)\(unvalued)",
      remedy: "Look through the list, then add `--accept-write-off \(writeOff.total.amount)`.")
  }

  static func disagree(_ skus: NamedItems, _ session: String) -> Self {
    Self(
      .countsDisagree, "the counts disagree of \(skus)",
      remedy: """
        Decide with `stockroom reconcile \(session) --decide SKU=QUANTITY --note WHY`, or have it counted once more with \
        `stockroom count recount \(session) --item SKU`.
        """)
  }

  static func recountOpen(_ skus: NamedItems, _ session: String) -> Self {
    Self(
      .recountOpen,
      "\(skus.count == 1 ? "a recount is" : "\(skus.count) recounts are") still awaited: \(skus)",
      remedy: """
        Enter the recount with `stockroom count enter \(session) FILE --counter NAME`; `stockroom count sheet \(session) \
        --recount` prints its sheet.
        """)
  }

  static func recountNeeded(_ skus: NamedItems, _ session: String) -> Self {
    Self(
      .recountNeeded,
      """
      \(skus.count == 1 ? "a variance is" : "\(skus.count) variances are") beyond the tolerance and to be counted again: \
      \(skus)
      """,
      remedy: "Ask for the recount with `stockroom count recount \(session)`; another counter has to do it.")
  }

  static func approvalNeeded(_ skus: NamedItems, _ session: String) -> Self {
    Self(
      .approvalNeeded,
      skus.count == 1 ? "a variance awaits approval: \(skus)" : "\(skus.count) variances await approval: \(skus)",
      remedy: """
        Close the count with `stockroom count close \(session)`, then approve it with `stockroom reconcile \(session) \
        --approve`.
        """)
  }

  static func overLimit(_ skus: NamedItems, _ limit: Money) -> Self {
    Self(
      .overApprovalLimit,
      "variances worth more than \(limit), or of unknown worth, may not be approved: \(skus)",
      remedy: """
        Look for the cause: a delivery or a sale that is not entered, a wrong unit, a missing cost; or leave the item out \
        with --exclude and count it by itself. The limit was set when the count was opened.
        """)
  }

  static func misfit(_ items: NamedItems) -> Self {
    Self(
      .reasonDirection, "the reason does not explain a variance in that direction: \(items)",
      remedy: "Give it another reason with --reason SKU=REASON; 'unknown' and 'count-error' explain both directions.")
  }

  static func outOfRange(_ skus: NamedItems) -> Self {
    Self(
      .countOutOfRange,
      skus.isEmpty
        ? "the totals leave the range of money" : "quantity or value leaves the range that can be kept: \(skus)",
      remedy: "Look for a quantity far too large, such as a barcode in the quantity column.")
  }
}

public import ProblemKit

/// The problems of the shop's database and of what is done in it.
extension Problem.Code {
  /// All that the shop's database reports, without the problems of a report's SQL.
  public static let stock: [Problem.Code] = [
    .notAShop, .newerSchema, .busy, .settingsConflict, .notFound, .wrongState, .refused, .notPermitted, .damaged,
    .invalidProof,
  ]

  public static let notAShop = Problem.Code(
    "not-a-shop", .error, .usage, "The database does not exist, or it is not the database of a shop.",
    remedy: "Make a shop with `stockroom init`.")
  public static let newerSchema = Problem.Code(
    "newer-schema", .error, .usage, "The database was made by a later version.",
    remedy: "Update stockroom on this machine.")
  public static let busy = Problem.Code(
    "busy", .error, .busy, "Another process is writing.", remedy: "Try again in a moment.")
  public static let settingsConflict = Problem.Code(
    "settings-conflict", .error, .usage, "A setting contradicts what the database was made with.",
    remedy: "Change the setting back.")
  public static let notFound = Problem.Code(
    "not-found", .error, .usage, "The requested object does not exist.", remedy: "Check its name.")
  public static let wrongState = Problem.Code(
    "wrong-state", .error, .refused, "The command is not possible in this state.",
    remedy: "See what state it is in.")
  public static let refused = Problem.Code(
    "refused", .error, .refused, "A guard or a missing decision stops the act.", remedy: "See what has to be decided.")
  public static let notPermitted = Problem.Code(
    "not-permitted", .error, .refused, "The user may not do or see this.",
    remedy: "Ask somebody whose role permits it.")
  public static let damaged = Problem.Code(
    "damaged", .error, .unexpected, "The database is damaged, or a rule of the ledger is broken.",
    remedy: "Restore the last backup; `stockroom check` shows what is intact.")
  public static let invalidProof = Problem.Code(
    "invalid-proof", .error, .invalidInput,
    "A file is not a proof of the audit log as it was written, or not signed by the key given.",
    remedy: "Check the file and the key.")
}

/// The problems with the SQL of a report.
extension Problem.Code {
  /// All that reading a report's rows reports.
  public static let reportSQL: [Problem.Code] = [
    .sqlNotAllowed, .reportNotShown, .sqlInvalid, .sqlUnknownParameter, .reportTooSlow, .reportOverflow,
    .reportTooLarge,
  ]

  public static let sqlNotAllowed = Problem.Code(
    "report-sql-not-allowed", .error, .usage, "The statement does something other than reading the documented views.",
    remedy: "A report reads the documented report_… views with one SELECT, and nothing else.")
  public static let reportNotShown = Problem.Code(
    "report-not-shown", .error, .refused, "The statement reads what the reader may not see.",
    remedy: "Ask somebody whose role may see it, or leave it out of the report.")
  public static let sqlInvalid = Problem.Code(
    "report-sql-invalid", .error, .usage, "The statement is not valid.", remedy: "Correct the report's SQL file.")
  public static let sqlUnknownParameter = Problem.Code(
    "report-sql-unknown-parameter", .error, .usage, "The statement names a parameter that the report does not have.",
    remedy: "Declare it under `parameters` in report.yml, or correct its name.")
  public static let reportTooSlow = Problem.Code(
    "report-too-slow", .error, .refused, "The report's queries ran longer than they may.",
    remedy: "Narrow the period, the location or the item.")
  public static let reportOverflow = Problem.Code(
    "report-overflow", .error, .refused, "A sum leaves the range of 64 bits.",
    remedy: "Look for a quantity or cost that cannot be true.")
  public static let reportTooLarge = Problem.Code(
    "report-too-large", .error, .usage, "A text, a row or a statement is larger than any report needs.",
    remedy: "Take fewer columns, or shorten the texts.")
}

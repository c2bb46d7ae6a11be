import Foundation
import Testing

/// What is asked before goods of an order are received, and what becomes of codes that the shop does not know.
@Suite struct ReceivingTests {
  private let folder: TestFolder
  private let shop: TestShopFolder
  private let whole = ["order", "receive", "PO-1"]

  /// An order of six cups and four mugs.
  init() throws {
    folder = try TestFolder()
    shop = try folder.shop()
    let lines = "A,PO-1,1,CUP,6,1.5\nA,PO-1,2,MUG,4,2\n"
    let files = [
      ("suppliers", "supplier\nA\n"), ("locations", "location\nshop\n"), ("variants", "sku\nCUP\nMUG\n"),
      ("order_lines", "supplier,order_number,line,sku,order_quantity,unit_cost\n" + lines),
    ]
    for (kind, text) in files {
      try folder.write("\(kind).csv", text)
      try shop.must(["import", "../\(kind).csv", "--kind", kind])
    }
    try folder.write(
      "scan.txt", String(repeating: "CUP\n", count: 6) + String(repeating: "MUG\n", count: 3) + "WHAT\n")
  }

  /// What was received, in thousandths.
  private func received() throws -> String {
    try ShopContents.rows(shop.database, "SELECT COALESCE(SUM(quantity), 0) FROM movements")[0]
  }

  /// Writes the file of the rows that were left out with another code in place of the one that nobody knows.
  private func correctRejects() throws {
    let text = try String(contentsOfFile: folder.path + "/left.txt", encoding: .utf8)
    let corrected = text.replacing("\tWHAT", with: "\tMUG")
    #expect(corrected != text, "\(text)")
    try folder.write("corrected.txt", corrected)
  }

  @Test(
    arguments: [
      ("\n", [], 4, "0"), ("n\n", [], 4, "0"), ("y\n", [], 0, "10000"), ("", ["--everything"], 0, "10000"),
      ("", ["--line", "1"], 0, "6000"), ("", ["--dry-run"], 0, "0"),
    ] as [(String, [String], Int32, String)])
  func aPersonAtATerminalConfirmsThatEverythingCame(
    answer: String, options: [String], status: Int32, quantity: String
  ) throws {
    let run = try TerminalRun.run(whole + options, answers: answer, in: shop.path)
    #expect(run.status == status, "\(run.shown)")
    let question = "Did everything that is open of order PO-1 come in full (2 lines)?"
    #expect(run.shown.contains(question) == !answer.isEmpty, "\(run.shown)")
    #expect(try received() == quantity)
  }

  @Test func aScriptOfAManagerGoesOnReceivingEverything() throws {
    try shop.must(whole)
    #expect(try received() == "10000")
  }

  /// A counter cannot compare the order with what came.
  @Test func aCounterSaysWhatCame() throws {
    let counter = ["--role", "counter"]
    let asked = try shop.run(whole + counter)
    #expect(asked.status == 4 && asked.errorText.contains("nothing says what came"), "\(asked.shown)")
    #expect(asked.errorText.contains("--lines FILE") && asked.errorText.contains("--everything"), "\(asked.shown)")
    #expect(try received() == "0")
    try shop.must(whole + ["--everything"] + counter)
    #expect(try received() == "10000")
    // Nothing is left to say anything about.
    try shop.must(whole + counter)
  }

  @Test(
    arguments: [
      (["--everything", "--line", "1"], "--everything says that all that is open came"),
      (["--everything", "--lines", "../scan.txt"], "--everything says that all that is open came"),
      (["--on-error", "skip"], "only a list of what came can have rows that are left out"),
      (["--rejects", "../left.txt"], "only a list of what came can have rows that are left out"),
    ] as [([String], String)])
  func whatContradictsIsRefused(options: [String], message: String) throws {
    let run = try shop.run(whole + options)
    #expect(run.status == 2 && run.errorText.contains(message), "\(run.shown)")
    #expect(try received() == "0")
  }

  @Test(arguments: [["order", "receive", "PO-1", "--lines"], ["scan", "--kind", "receipt"]])
  func codesThatNobodyKnowsAreLeftOutOnRequest(command: [String]) throws {
    let refused = try shop.run(command + ["../scan.txt"])
    #expect(refused.status != 0 && refused.shown.contains("--on-error skip"), "\(refused.shown)")
    #expect(try received() == "0")
    let skipping = ["--on-error", "skip", "--rejects", "../left.txt", "--accept", "many-rejected"]
    let run = try shop.run(command + ["../scan.txt"] + skipping)
    #expect(run.status == 3 && run.shown.contains("give that file to this command"), "\(run.shown)")
    #expect(try received() == "9000")
    try correctRejects()
    try shop.must(command + ["../corrected.txt"])
    #expect(try received() == "10000")
  }
}

import FormatKitTesting
import Foundation
import Testing

/// Bad input is refused with a message, at once, with little memory, and the shop is unchanged.
@Suite struct BadInputTests {
  /// More than this a command never needs, however large or crooked a file is.
  static let memoryLimit = 100 << 20

  /// A shop with a few records, so that there is something to be spoilt; made once and copied.
  private static let model: Result<KeptFolder, any Error> = Result {
    try KeptFolder { folder in
      let shop = try folder.shop()
      for file in ["locations", "suppliers", "categories", "products", "variants"] {
        try shop.must(["import", CornerShop.samples + "/shop/\(file).csv"])
      }
    }
  }

  private func shop(in folder: TestFolder) throws -> TestShopFolder {
    try Self.model.get().copy(to: folder)
    return TestShopFolder(folder: folder, path: folder.path + "/shop")
  }

  private func expectRefusal(_ run: CommandRun, of name: String, input: BadInput) {
    #expect(run.status == input.status && !run.timedOut, "\(run.shown)")
    let lines = run.errorText.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let first = lines.firstIndex(where: { $0.hasPrefix("error: ") }) else {
      Issue.record("no error is told: \(run.shown)")
      return
    }
    if input.status == 5 { #expect(lines[first].contains(name), "the file is not named: \(run.errorText.prefix(500))") }
    if input.hasPlace {
      #expect(run.errorText.contains("\(name):"), "the place is not told: \(run.errorText.prefix(500))")
      #expect(
        lines.contains { $0.contains("\(name):") && !$0.contains("\(name): ") }, "no line: \(run.errorText.prefix(500))"
      )
    }
    for text in input.says {
      #expect(run.errorText.contains(text), "'\(text)' is not said: \(run.errorText.prefix(500))")
    }
    // The remedy comes below, as a sentence indented by two.
    let remedies = lines[(first + 1)...].filter { $0.hasPrefix("  ") && !$0.hasPrefix("    ") }
    #expect(
      remedies.contains { $0.hasSuffix(".") || $0.hasSuffix("?") || $0.hasSuffix("`") },
      "no remedy: \(run.errorText.prefix(500))")
    for line in lines { #expect(line.count <= 1000, "a line of \(line.count) characters on a terminal") }
    #expect(
      !run.errorText.unicodeScalars.contains { ($0.value < 0x20 && $0 != "\n") || (0x7F...0x9F).contains($0.value) })
    #expect(run.peakMemory < Self.memoryLimit, "\(run.peakMemory >> 20) MiB")
    #expect(run.seconds < 30)
  }

  @Test(arguments: BadInput.all) func isTurnedAway(input: BadInput) throws {
    let folder = try TestFolder()
    let shop = try shop(in: folder)
    let before = try shop.contents()
    try input.make(shop.path + "/" + input.name)
    let kind = input.options.contains("--kind") ? [] : ["--kind", "variants"]
    let usesKind = input.name.hasPrefix("noise") || input.name.hasPrefix("xml-as") || input.name.hasPrefix("wide")
    let run = try shop.run(["import", input.name] + (usesKind ? [] : kind) + input.options)
    expectRefusal(run, of: input.name, input: input)
    #expect(try shop.contents().differences(from: before).isEmpty)
    // The commands that need no shop refuse it as well, or can read it.
    for command in [
      ["inspect", shop.path + "/" + input.name], ["convert", shop.path + "/" + input.name, "out.jsonl"],
    ]
    where input.status == 5 {
      let other = try folder.run(command)
      #expect([0, 3, 5].contains(other.status) && !other.timedOut, "\(command[0]): \(other.shown)")
      #expect(other.peakMemory < Self.memoryLimit, "\(command[0]): \(other.peakMemory >> 20) MiB")
      if other.status == 5 {
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/out.jsonl"), "half an output is left behind")
      }
    }
  }

  @Test(.enabled(if: getuid() != 0, "root may read everything")) func aFileThatMayNotBeReadIsTurnedAway() throws {
    let folder = try TestFolder()
    let shop = try shop(in: folder)
    let path = try folder.write("secret.csv", "sku,title\nA,T\n")
    chmod(path, 0)
    let run = try shop.run(["import", path])
    #expect(run.status == 5 && run.errorText.contains("Permission denied"), "\(run.shown)")
  }

  @Test func standardInputIsReadAndNamed() throws {
    let folder = try TestFolder()
    let shop = try shop(in: folder)
    let before = try shop.contents()
    let bad = try folder.write("bad", "sku,product_code,size\nZ1,L001,\"M\n")
    let refused = try shop.run(["import", "-"], input: bad)
    #expect(refused.status == 5 && refused.errorText.contains("standard input:2"), "\(refused.shown)")
    let nothing = try shop.run(["import", "-"])
    #expect(nothing.status == 5 && nothing.errorText.contains("standard input: the file is empty"), "\(nothing.shown)")
    #expect(try shop.contents().differences(from: before).isEmpty)
    let good = try folder.write("good", "sku,product_code,size\nZ1,L001,M\n")
    let taken = try shop.run(["import", "-"], input: good)
    #expect(taken.status == 0, "\(taken.shown)")
    #expect(try ShopContents.rows(shop.database, "SELECT size FROM variants WHERE sku = 'Z1'") == ["M"])
  }

  /// All errors come in one pass, each with its line, and the count is not capped.
  @Test func everyErrorIsCounted() throws {
    let folder = try TestFolder()
    let shop = try shop(in: folder)
    let before = try shop.contents()
    var text = "sku,product_code,standard_cost\n"
    for number in 1...500 { text += "N\(number),L001,\(number.isMultiple(of: 2) ? "1.50" : "one")\n" }
    let path = try folder.write("costs.csv", text)
    let run = try shop.run(["import", path])
    #expect(run.status == 5)
    #expect(run.outputText.contains("250 errors: nothing was changed."), "\(run.shown)")
    #expect(run.errorText.contains("costs.csv:2:") && run.errorText.contains("costs.csv:4:"))
    #expect(try shop.contents().differences(from: before).isEmpty)
    let answer = try shop.run(["import", path, "--json"])
    #expect(answer.status == 5 && answer.outputText.contains("\"errors\" : 250"), "\(answer.shown)")
  }
}

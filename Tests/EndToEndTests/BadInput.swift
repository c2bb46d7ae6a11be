import Foundation
import Testing

/// Files that must be turned away with their name, a position where there is one, and a remedy.
struct BadInput: CustomTestStringConvertible, Sendable {
  let name: String
  /// The text that standard error must contain in addition to the file's name.
  let says: [String]
  /// Whether the message must name the position in the file, as `name:line`.
  let hasPlace: Bool
  let options: [String]
  let status: Int32
  /// Makes the file at a path.
  let make: @Sendable (String) throws -> Void

  var testDescription: String { name + (options.isEmpty ? "" : " " + options.joined(separator: " ")) }

  init(
    _ name: String, _ bytes: @autoclosure @escaping @Sendable () -> [UInt8], says: [String], hasPlace: Bool = true,
    options: [String] = [], status: Int32 = 5
  ) {
    self.init(name, says: says, hasPlace: hasPlace, options: options, status: status) { path in
      try Data(bytes()).write(to: URL(fileURLWithPath: path))
    }
  }

  init(
    _ name: String, says: [String], hasPlace: Bool = true, options: [String] = [], status: Int32 = 5,
    make: @escaping @Sendable (String) throws -> Void
  ) {
    self.name = name
    self.says = says
    self.hasPlace = hasPlace
    self.options = options
    self.status = status
    self.make = make
  }

  private static let header = "sku,title,size\n"

  private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

  private static func repeated(_ text: String, _ count: Int) -> [UInt8] {
    Array(String(repeating: text, count: count).utf8)
  }

  /// A text in UTF-16, the low byte first, without a mark; it is only known as such where it begins with ASCII.
  private static func wide(_ text: String) -> [UInt8] { text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } }

  private static func noise(_ count: Int, seed: UInt64) -> [UInt8] {
    var state = seed
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 33)
    }
  }

  /// Writes many bytes without holding them.
  static func stream(_ path: String, first: String, unit: [UInt8], count: Int, last: String) throws {
    guard let file = fopen(path, "w") else { throw SpawnFailure(description: "\(path) cannot be written") }
    defer { fclose(file) }
    var block = unit
    while block.count < 1 << 20 { block += block }
    fputs(first, file)
    var left = count
    while left > 0 {
      let step = min(left, block.count)
      guard fwrite(block, 1, step, file) == step else { throw SpawnFailure(description: "\(path): disk full") }
      left -= step
    }
    fputs(last, file)
  }

  static let all: [BadInput] = [
    BadInput("empty.csv", [], says: ["is empty"], hasPlace: false),
    BadInput("empty.json", [], says: ["is empty"], hasPlace: false),
    BadInput("mark-only.csv", [0xEF, 0xBB, 0xBF], says: ["is empty"], hasPlace: false),
    BadInput("mark-only.xml", [0xFF, 0xFE], says: ["is empty"], hasPlace: false),
    BadInput("blank.csv", text("\n\n  \n"), says: ["no"], hasPlace: false),
    BadInput("cut.json", text(#"[{"sku":"A","title":"T"},{"sku":"B","ti"#), says: ["ends", "cut off"]),
    BadInput(
      "cut.xml", text("<?xml version=\"1.0\"?><variants><variant><sku>A</sku></variant><variant><s"), says: ["cut off"]),
    BadInput("cut.csv", text(header + "A,\"T\",L\nB,\"T"), says: ["never closed", "T"]),
    BadInput("unclosed.csv", text(header + "A,T,\"L\nB,T,M\nC,T,S\n"), says: ["a quote is out of place"]),
    // The ending does not matter: the file is recognised by its bytes, and refused for its own errors.
    BadInput("is-xml.csv", text("<variants><variant><sku></sku><title>T</title></variant></variants>"), says: ["sku"]),
    BadInput("is-csv.xml", text(header + ",T,L\n"), says: ["sku"]),
    BadInput("is-json.xml", text(#"[{"sku":"","title":"T"}]"#), says: ["sku"]),
    BadInput(
      "xml-as-csv.xml", text("<variants><variant><sku>A</sku></variant></variants>"), says: ["--kind"], hasPlace: false,
      options: ["--format", "csv"]),
    BadInput("csv-as-xml.csv", text(header + "A,T,L\n"), says: [], options: ["--format", "xml"]),
    BadInput("csv-as-json.csv", text(header + "A,T,L\n"), says: [], options: ["--format", "json"]),
    BadInput(
      "charset.csv", text(header) + [0x41, 0x2C, 0xE4, 0xF6, 0x2C, 0x4C, 0x0A], says: ["utf-8"],
      options: ["--option", "charset=utf-8"]),
    BadInput(
      "declared.xml",
      text("<?xml version=\"1.0\" encoding=\"utf-8\"?><variants><variant><sku>A</sku><title>") + [0xE4]
        + text("</title></variant></variants>"), says: []),
    BadInput(
      "charset.json", text(#"[{"sku":"A","title":""#) + [0xE4] + text(#""}]"#), says: [],
      options: ["--option", "charset=utf-8"]),
    BadInput("wide.csv", wide("寸" + header + "A,T,L\n"), says: ["UTF-16", "charset="], hasPlace: false),
    BadInput("columns.csv", repeated("c,", 1_000_000) + text("c\n1\n"), says: ["fields"]),
    BadInput("cells.csv", text(header + "A,T,L") + repeated(",1", 1_000_000) + text("\n"), says: ["1000003 fields"]),
    BadInput("digits.csv", says: ["16 MiB"]) { path in
      try stream(path, first: "sku,title,standard_cost\nA,T,", unit: [0x39], count: 100_000_000, last: "\n")
    },
    BadInput("digits.json", says: ["16 MiB"]) { path in
      try stream(
        path, first: #"[{"sku":"A","standard_cost":"#, unit: [0x39], count: 100_000_000, last: "}]")
    },
    BadInput("digits.xml", says: []) { path in
      try stream(
        path, first: "<variants><variant><sku>A</sku><standard_cost>", unit: [0x39], count: 100_000_000,
        last: "</standard_cost></variant></variants>")
    },
    BadInput(
      "number.csv", text("sku,standard_cost\nA,") + repeated("9", 1_000_000) + text("\n"), says: ["standard_cost"]),
    BadInput("deep.json", repeated("[", 100_000) + repeated("]", 100_000), says: ["nested"]),
    BadInput(
      "deep-objects.json",
      text(#"[{"sku":"A","x":"#) + repeated(#"{"a":"#, 100_000) + text("1")
        + repeated("}", 100_000) + text("}]"), says: ["nested"]),
    BadInput("deep.xml", repeated("<a>", 100_000) + repeated("</a>", 100_000), says: ["nested"]),
    BadInput(
      "bomb.xml",
      text(
        """
        <!DOCTYPE l [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">\
        <!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]><variants><variant><sku>&c;</sku></variant></variants>
        """), says: ["entity"]),
    BadInput(
      "outside.xml",
      text(
        """
        <!DOCTYPE l [<!ENTITY a SYSTEM "file:///etc/hostname">]><variants><variant><sku>&a;</sku></variant></variants>
        """), says: ["outside"]),
    BadInput("headers.csv", text("sku,title,sku\n,T,A\n"), says: ["'sku'", "before"]),
    BadInput("nul.csv", text(header) + [0x41, 0, 0x42, 0x2C, 0x54, 0x2C, 0x4C, 0x0A], says: ["NUL"]),
    BadInput("nuls.csv", [UInt8](repeating: 0, count: 4096), says: ["format"], hasPlace: false),
    BadInput(
      "photo.csv", [0x89] + text("PNG\r\n\u{1A}\n") + noise(1000, seed: 5), says: ["a picture"], hasPlace: false),
    BadInput("photo.jpg", [0xFF, 0xD8, 0xFF, 0xE0] + noise(1000, seed: 6), says: ["a picture"], hasPlace: false),
    BadInput(
      "page.csv", text("\n<!DOCTYPE html>\n<html><body><p>Sign in</p></body></html>\n"),
      says: ["a web page", "browser"], hasPlace: false),
    BadInput("noise.bin", noise(200_000, seed: 1), says: ["format"], hasPlace: false),
    BadInput("noise.csv", noise(200_000, seed: 2), says: [], hasPlace: false),
    BadInput("noise.json", text("[{") + noise(1000, seed: 3), says: [], hasPlace: false),
    BadInput("noise.xml", text("<?xml version=\"1.0\"?><") + noise(1000, seed: 4), says: [], hasPlace: false),
    BadInput("missing.csv", says: ["No such file"], hasPlace: false) { _ in },
    BadInput("folder.csv", says: ["folder"], hasPlace: false) { path in
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    },
    BadInput("endless.csv", says: ["not a regular file"], hasPlace: false) { path in
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/zero")
    },
    BadInput(
      "no-such-kind.csv", text(header + "A,T,L\n"), says: ["record kind"], hasPlace: false,
      options: ["--kind", "varaints"], status: 2),
    BadInput(
      "no-such-profile.csv", text(header + "A,T,L\n"), says: ["profile"], hasPlace: false,
      options: ["--profile", "acme"], status: 2),
    BadInput(
      "no-such-option.csv", text(header + "A,T,L\n"), says: ["delimeter", "delimiter"], hasPlace: false,
      options: ["--option", "delimeter=comma"], status: 2),
  ]
}

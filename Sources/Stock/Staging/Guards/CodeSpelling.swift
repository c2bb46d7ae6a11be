/// What is left of a code without the differences between two spellings of it: capitals, spaces and signs, zeros in front, and
/// letters that look like digits.
///
/// Dashes of all kinds are hyphens, and letters of another script are those that look the same: a Cyrillic `А` is an `A`.
/// `W 100`, `w-100` and `W100` have one form, `OO12` and `0012` too. `1-11` and `11-1` differ, because a sign between digits counts.
enum CodeSpelling {
  /// The signs around a code that do not make it another one.
  private static let around: Set<Character> = [
    "'", " ", ".", ",", ";", ":", "_", "/", "*", "#", "(", ")", "[", "]", "\"", "-",
  ]
  private static let within: Set<Character> = [" ", "-", ".", "/", "_"]

  static func form(of code: String) -> String {
    let core = trimmed(plain(code))
    let runs = core.split { within.contains($0) }.map { digits($0).lowercased() }
    var form = ""
    for run in runs {
      if let last = form.last, let first = run.first, last.isNumber == first.isNumber { form.append("-") }
      form += run
    }
    return String(form.drop { $0 == "0" })
  }

  /// A code with hyphens for other dashes, plain spaces, and the Latin letters that letters of other scripts look like.
  static func plain(_ code: String) -> String {
    if code.utf8.allSatisfy({ $0 < 0x80 }) { return code }
    return String(String.UnicodeScalarView(code.unicodeScalars.compactMap(lookAlike)))
  }

  /// The sign that a sign looks like; nil for one that nobody sees.
  private static func lookAlike(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar.value {
    case 0x200B...0x200F, 0x2060, 0xFEFF, 0xAD: nil
    case 0x2010...0x2015, 0x2212, 0xFE58, 0xFE63, 0xFF0D: "-"
    case 0xA0, 0x2000...0x200A, 0x202F, 0x3000: " "
    case 0xFF01...0xFF5E: Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
    default: letters[scalar] ?? scalar
    }
  }

  /// Cyrillic and Greek letters, and the Latin ones that look the same.
  private static let letters: [Unicode.Scalar: Unicode.Scalar] = {
    let pairs: [(others: String, latin: String)] = [
      ("АВЕЅІЈКМНОРСТУХ", "ABESIJKMHOPCTYX"), ("аеѕіјорсух", "aesijopcyx"),
      ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX"), ("ορν", "opv"),
    ]
    return Dictionary(
      pairs.flatMap { Array(zip($0.others.unicodeScalars, $0.latin.unicodeScalars)) },
      uniquingKeysWith: { first, _ in first })
  }()

  private static func trimmed(_ code: String) -> Substring {
    var core = code[...]
    while let first = core.first, around.contains(first) { core.removeFirst() }
    while let last = core.last, around.contains(last) { core.removeLast() }
    return core
  }

  /// A part of a code with digits for the letters `O`, `I` and `l`, where everything else in it is a digit, or where they are
  /// between digits: `1001` of `1OO1`, `h1001` of `H1OO1`.
  private static func digits(_ run: Substring) -> String {
    let letters: [Character: Character] = ["O": "0", "o": "0", "I": "1", "l": "1"]
    guard run.contains(where: \.isNumber) else { return String(run) }
    if run.allSatisfy({ $0.isNumber || letters[$0] != nil }) { return String(run.map { letters[$0] ?? $0 }) }
    let inside: [Character: Character] = ["o": "0", "i": "1", "l": "1"]
    var (form, waiting) = ("", "")
    for character in run.lowercased() {
      // Letters wait for the digit after them.
      if let digit = inside[character], !waiting.isEmpty || form.last?.isNumber == true {
        waiting.append(digit)
        form.append(character)
        continue
      }
      if character.isNumber, !waiting.isEmpty {
        form.replaceSubrange(form.index(form.endIndex, offsetBy: -waiting.count)..., with: waiting)
      }
      waiting = ""
      form.append(character)
    }
    return form
  }

  /// A number that two codes have in common if they have ``form(of:)`` in common, and sometimes else: it is quick, so that it can be
  /// asked of all codes of a shop. Nil for a code that has nothing but signs and zeros.
  static func roughForm(of code: String) -> Int64? {
    var code = code
    return code.withUTF8(roughForm)
  }

  /// The same of a code's bytes.
  static func roughForm(of bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
    if bytes.allSatisfy({ $0 < 0x80 }) { return hash(bytes) }
    var plain = plain(String(decoding: bytes, as: UTF8.self)).lowercased()
    return plain.withUTF8(hash)
  }

  private static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    var isEmpty = true
    for byte in bytes {
      let sign: UInt8
      switch byte {
      case UInt8(ascii: "0"), UInt8(ascii: "o"), UInt8(ascii: "O"): sign = UInt8(ascii: "0")
      case UInt8(ascii: "i"), UInt8(ascii: "I"), UInt8(ascii: "l"), UInt8(ascii: "L"): sign = UInt8(ascii: "1")
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): sign = byte | 0x20
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "1")...UInt8(ascii: "9"), 0x80...: sign = byte
      default: continue
      }
      if isEmpty, sign == UInt8(ascii: "0") { continue }
      isEmpty = false
      hash = (hash ^ UInt64(sign)) &* 0x100_0000_01B3
    }
    return isEmpty ? nil : Int64(bitPattern: hash)
  }
}

/// Watches text that was detected as Windows-1252 for letters of other languages that look like Western ones there: `Øezník` is
/// `Řezník` in Windows-1250, `Çay bardaðý` is `Çay bardağı` in Windows-1254, and `ÅëéÝò` is `Ελιές` in Windows-1253.
struct ForeignLetters {
  /// The set that the letters belong to, and where the first of them is in the text; no set for Shift JIS, which is not read here.
  struct Finding {
    let charset: Charset?
    let offset: Int
  }

  /// How often each byte from 0x80 on occurs, and where the first one is; empty before the first of them.
  private var counts: [Int] = []
  private var firsts: [Int] = []
  /// Sequences of letters beyond ASCII, of which Western words have two at most.
  private var run = 0
  private var runs = 0
  private var lettersInRuns = 0
  private var firstRun = 0
  /// Letters of Central Europe at places where no Western language has the letter of that byte.
  private var central = 0
  private var firstCentral: Int?
  /// Letters that are `õ` in Western languages, other than the Portuguese `õe`.
  private var lonelyTildes = 0
  private var pairs = DoubleBytes()
  private var before: UInt8 = 0x20

  mutating func look(at byte: UInt8, after offset: Int) {
    pairs.look(at: byte, after: offset)
    lookForCentral(next: byte, after: offset)
    if byte >= 0x80 {
      if counts.isEmpty { (counts, firsts) = ([Int](repeating: 0, count: 128), [Int](repeating: 0, count: 128)) }
      let index = Int(byte) - 0x80
      if counts[index] == 0 { firsts[index] = offset }
      counts[index] += 1
    }
    lookForRun(byte, after: offset)
    before = byte
  }

  /// French and Italian have `ì` and `ù` at the end of words, and Portuguese has `õ` before `e`.
  private mutating func lookForCentral(next: UInt8, after offset: Int) {
    let isSign =
      switch before {
      case 0xEC, 0xF9: Self.isLetter(next)
      default: false
      }
    if [0xF5, 0xD5].contains(before), next | 0x20 != UInt8(ascii: "e") { lonelyTildes += 1 }
    guard isSign else { return }
    central += 1
    if firstCentral == nil { firstCentral = max(0, offset - 1) }
  }

  private mutating func lookForRun(_ byte: UInt8, after offset: Int) {
    guard byte >= 0xC0 || [0xA2, 0xB8, 0xB9, 0xBA, 0xBC, 0xBE, 0xBF].contains(byte) else {
      run = 0
      return
    }
    run += 1
    guard run >= 3 else { return }
    if runs == 0 { firstRun = max(0, offset - 2) }
    runs += run == 3 ? 1 : 0
    lettersInRuns += run == 3 ? 3 : 1
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte >= 0xC0
  }

  private func count(_ bytes: [UInt8]) -> Int { bytes.reduce(0) { $0 + counts[Int($1) - 0x80] } }

  private func has(_ bytes: [UInt8]) -> Bool { count(bytes) > 0 }

  private var letters: Int { counts[0x40...].reduce(0, +) }

  /// What the text is, once all of it was seen; nil where the letters may be Western ones.
  func finding() -> Finding? {
    guard !counts.isEmpty else { return nil }
    if let offset = pairs.firstOfJapanese { return Finding(charset: nil, offset: offset) }
    if runs > 1 || lettersInRuns > 3, lettersInRuns * 2 >= letters {
      // `а` and `я` are the commonest letters of Russian and hardly ever Greek; Greek words have an accent.
      let isCyrillic = count([0xC0, 0xE0, 0xFF]) > count([0xDC, 0xDD, 0xDE, 0xDF])
      return Finding(charset: isCyrillic ? .windows1251 : .windows1253, offset: firstRun)
    }
    return turkish ?? centralEuropean
  }

  /// `ğ`, `ş`, `ı` and `İ` are letters of Icelandic otherwise, which has accents on its vowels that Turkish does not.
  private var turkish: Finding? {
    let own: [UInt8] = [0xF0, 0xFE, 0xD0, 0xDE]
    let dotted: [UInt8] = [0xFD, 0xDD]
    guard !has([0xE1, 0xED, 0xF3, 0xFA, 0xE6, 0xC1, 0xCD, 0xD3, 0xDA, 0xC6]) else { return nil }
    guard has(own) || has(dotted) && !has([0xE9, 0xC9, 0x8A, 0x9A, 0x8E, 0x9E]) else { return nil }
    let offset = (own + dotted).filter { has([$0]) }.map { firsts[Int($0) - 0x80] }.min()
    return offset.map { Finding(charset: .windows1254, offset: $0) }
  }

  private var centralEuropean: Finding? {
    var (signs, first) = (central, firstCentral.map { [$0] } ?? [])
    func add(_ bytes: [UInt8]) {
      signs += count(bytes)
      first += bytes.filter { has([$0]) }.map { firsts[Int($0) - 0x80] }
    }
    // `ř`, which is the Danish `ø`, next to vowels with accents and without the other letters of Danish.
    if count([0xE1, 0xED, 0xFD, 0x9A, 0x9E]) >= count([0xF8, 0xD8]), !has([0xE6, 0xC6, 0xE5, 0xC5]) {
      add([0xF8, 0xD8])
    }
    // `č`, which is the French `è`, next to `ž`, which is as common.
    if count([0x9E, 0x8E]) * 4 >= count([0xE8, 0xC8]) { add([0xE8, 0xC8]) }
    // `ű`, which is the French `û`, next to other vowels of Hungarian.
    if has([0xF6, 0xFC]), has([0xE1, 0xED, 0xF3]) { add([0xFB, 0xDB]) }
    // `ő`, which is the `õ` of Portuguese and Estonian, next to vowels with accents and without `ã`.
    if lonelyTildes > 0, has([0xE1, 0xE9, 0xED, 0xF3, 0xFA]), !has([0xE3]) { add([0xF5, 0xD5]) }
    guard signs > 0, signs * 16 >= letters else { return nil }
    return first.min().map { Finding(charset: .windows1250, offset: $0) }
  }
}

/// Watches bytes for pairs of Shift JIS.
private struct DoubleBytes {
  private var lead: UInt8?
  private var pairs = 0
  /// Pairs of the commoner characters, whose first byte is a sign in Windows-1252.
  private var common = 0
  /// Pairs whose second byte is not ASCII.
  private var wide = 0
  /// Pairs that follow another one at once, as in nearly every Japanese word.
  private var chained = 0
  private var isAfterPair = false
  private var others = 0
  private var first: Int?

  mutating func look(at byte: UInt8, after offset: Int) {
    if let lead {
      self.lead = nil
      guard (0x40...0xFC).contains(byte), byte != 0x7F else {
        isAfterPair = false
        others += 1
        return
      }
      pairs += 1
      chained += isAfterPair ? 1 : 0
      isAfterPair = true
      common += lead < 0xA0 ? 1 : 0
      wide += byte >= 0x80 ? 1 : 0
      if first == nil { first = max(0, offset - 1) }
    } else {
      switch byte {
      case 0x81...0x9F, 0xE0...0xFC:
        lead = byte
        return
      // Half-width Katakana.
      case 0xA1...0xDF: break
      case 0x80...: others += 1
      default: break
      }
      isAfterPair = false
    }
  }

  /// Where the first pair is, if all that is not ASCII is Japanese.
  var firstOfJapanese: Int? {
    guard others == 0, lead == nil, wide * 4 >= pairs, common * 2 >= pairs, chained * 3 >= pairs else { return nil }
    return first
  }
}

internal import FormatKit

/// A level of characters that the syntax identifier of an interchange names, `UNOA` to `UNOY` (ISO 9735-1, 0001).
struct CharacterLevel: Hashable, Sendable {
  let identifier: String

  init(_ identifier: String) { self.identifier = identifier.uppercased() }

  /// Whether the level is one that can be read here.
  var isKnown: Bool {
    ["UNOA", "UNOB", "UNOC", "UNOW", "UNOX", "UNOY", "KECA", "IATA", "IATB"].contains(identifier)
      || Self.upperHalves[identifier] != nil
  }

  /// Whether the level says that the text is UTF-8.
  var isUTF8: Bool { identifier == "UNOW" || identifier == "UNOY" }

  /// Whether the level allows a character; nil for levels that allow all that their set has.
  func allows(_ byte: UInt8) -> Bool {
    switch identifier {
    case "UNOA":
      byte < 0x80
        && (Self.levelA[Int(byte)] || byte == UInt8(ascii: "\'") || byte == UInt8(ascii: "+")
          || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "?"))
    case "UNOB": byte >= 32 && byte < 0x7F
    default: byte >= 32 && byte != 0x7F
    }
  }

  private static let levelA: [Bool] = {
    var allowed = [Bool](repeating: false, count: 128)
    for byte in "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .,-()/=!\"%&*;<>".utf8 { allowed[Int(byte)] = true }
    return allowed
  }()

  /// The characters of the bytes 0xA0 to 0xFF; nil for a level whose set is Latin 1 or UTF-8.
  var upperHalf: [Unicode.Scalar]? { Self.upperHalves[identifier] }

  private static let upperHalves: [String: [Unicode.Scalar]] = upperTexts.mapValues { Array($0.unicodeScalars) }

  private static let upperTexts: [String: String] = [
    // ISO 8859-2
    "UNOD":
      "\u{A0}Ą˘Ł¤ĽŚ§¨ŠŞŤŹ\u{AD}ŽŻ°ą˛ł´ľśˇ¸šşťź˝žżŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢßŕáâăäĺćçčé"
      + "ęëěíîďđńňóôőö÷řůúűüýţ˙",
    // ISO 8859-5
    "UNOE":
      "\u{A0}ЁЂЃЄЅІЇЈЉЊЋЌ\u{AD}ЎЏАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщ"
      + "ъыьэюя№ёђѓєѕіїјљњћќ§ўџ",
    // ISO 8859-7
    "UNOF":
      "\u{A0}‘’£€₯¦§¨©ͺ«¬\u{AD}\u{FFFD}―°±²³΄΅Ά·ΈΉΊ»Ό½ΎΏΐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡ\u{FFFD}ΣΤΥΦΧΨΩΪΫ"
      + "άέήίΰαβγδεζηθικλμνξοπρςστυφχψωϊϋόύώ\u{FFFD}",
    // ISO 8859-3
    "UNOG":
      "\u{A0}Ħ˘£¤\u{FFFD}Ĥ§¨İŞĞĴ\u{AD}\u{FFFD}Ż°ħ²³´µĥ·¸ışğĵ½\u{FFFD}żÀÁÂ\u{FFFD}ÄĊĈÇÈÉÊËÌÍ"
      + "ÎÏ\u{FFFD}ÑÒÓÔĠÖ×ĜÙÚÛÜŬŜßàáâ\u{FFFD}äċĉçèéêëìíîï\u{FFFD}ñòóôġö÷ĝùúûüŭŝ˙",
    // ISO 8859-4
    "UNOH":
      "\u{A0}ĄĸŖ¤ĨĻ§¨ŠĒĢŦ\u{AD}Ž¯°ą˛ŗ´ĩļˇ¸šēģŧŊžŋĀÁÂÃÄÅÆĮČÉĘËĖÍÎĪĐŅŌĶÔÕÖ×ØŲÚÛÜŨŪßāáâãäåæįčé"
      + "ęëėíîīđņōķôõö÷øųúûüũū˙",
    // ISO 8859-6
    "UNOI":
      "\u{A0}\u{FFFD}\u{FFFD}\u{FFFD}¤\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"
      + "\u{FFFD}\u{60C}\u{AD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"
      + "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{61B}\u{FFFD}\u{FFFD}\u{FFFD}"
      + "\u{61F}\u{FFFD}\u{621}\u{622}\u{623}\u{624}\u{625}\u{626}\u{627}\u{628}\u{629}"
      + "\u{62A}\u{62B}\u{62C}\u{62D}\u{62E}\u{62F}\u{630}\u{631}\u{632}\u{633}\u{634}\u{635}"
      + "\u{636}\u{637}\u{638}\u{639}\u{63A}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{640}"
      + "\u{641}\u{642}\u{643}\u{644}\u{645}\u{646}\u{647}\u{648}\u{649}\u{64A}\u{64B}\u{64C}"
      + "\u{64D}\u{64E}\u{64F}\u{650}\u{651}\u{652}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"
      + "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}",
    // ISO 8859-8
    "UNOJ":
      "\u{A0}\u{FFFD}¢£¤¥¦§¨©×«¬\u{AD}®¯°±²³´µ¶·¸¹÷»¼½¾\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"
      + "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"
      + "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"
      + "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}‗\u{5D0}\u{5D1}"
      + "\u{5D2}\u{5D3}\u{5D4}\u{5D5}\u{5D6}\u{5D7}\u{5D8}\u{5D9}\u{5DA}\u{5DB}\u{5DC}\u{5DD}"
      + "\u{5DE}\u{5DF}\u{5E0}\u{5E1}\u{5E2}\u{5E3}\u{5E4}\u{5E5}\u{5E6}\u{5E7}\u{5E8}\u{5E9}"
      + "\u{5EA}\u{FFFD}\u{FFFD}\u{200E}\u{200F}\u{FFFD}",
    // ISO 8859-9
    "UNOK":
      "\u{A0}¡¢£¤¥¦§¨©ª«¬\u{AD}®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏĞÑÒÓÔÕÖ×ØÙÚÛÜİŞßàáâãäåæçèé"
      + "êëìíîïğñòóôõö÷øùúûüışÿ",
    // ISO 8859-15
    "UNOL":
      "\u{A0}¡¢£€¥Š§š©ª«¬\u{AD}®¯°±²³Žµ¶·ž¹º»ŒœŸ¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèé"
      + "êëìíîïðñòóôõö÷øùúûüýþÿ",
  ]
}

extension Segment {
  /// Decodes single-byte text again that was taken for Windows-1252 but is in another set.
  mutating func recode(_ upperHalf: [Unicode.Scalar]) {
    var renewed: [UInt8] = []
    for index in components.indices {
      let start = renewed.count
      for scalar in string(components[index]).unicodeScalars {
        var right = scalar
        if (0xA0...0xFF).contains(scalar.value), let found = upperHalf[safe: Int(scalar.value) - 0xA0] { right = found }
        renewed.append(contentsOf: Array(String(right).utf8))
      }
      components[index].start = start
      components[index].end = renewed.count
    }
    text = renewed
  }
}

extension Array {
  /// The element at that index; nil when the index is out of range.
  subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}

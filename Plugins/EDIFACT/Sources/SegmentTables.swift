/// The elements of segments: whether they are mandatory, their lengths and their characters.
enum SegmentTables {
  /// One component: its number in the directory, its format, and whether it must be there.
  struct ComponentRule: Sendable {
    let identifier: String
    let isMandatory: Bool
    let isNumeric: Bool
    let isAlphabetic: Bool
    /// The shortest and longest in the old and in the new directory.
    let minimum: Int
    let oldMaximum: Int
    let newMaximum: Int
  }

  /// One element: a composite or a simple one, which then has one component.
  struct ElementRule: Sendable {
    let identifier: String
    let isMandatory: Bool
    let components: [ComponentRule]
  }

  /// The elements of a segment; nil for a segment without a table, whose elements are not checked.
  static func elements(of tag: String) -> [ElementRule]? { segments[tag] }

  private static let formats: [String: Substring] = words(elementTexts)
  private static let composites: [String: Substring] = words(compositeTexts)

  private static let segments: [String: [ElementRule]] = words(segmentTexts).mapValues { text in
    text.split(separator: " ").flatMap { word -> [ElementRule] in
      let parts = word.split(separator: "*")
      let count = parts.count > 1 ? Int(parts[1]) ?? 1 : 1
      return Array(repeating: element(parts[0]), count: count)
    }
  }

  /// Cuts lines of `name rest`.
  private static func words(_ text: String) -> [String: Substring] {
    var result: [String: Substring] = [:]
    for line in text.split(separator: "\n") {
      guard let space = line.firstIndex(of: " ") else { continue }
      result[String(line[..<space])] = line[line.index(after: space)...]
    }
    return result
  }

  private static func element(_ word: Substring) -> ElementRule {
    let isMandatory = word.last == "!"
    let identifier = String(isMandatory ? word.dropLast() : word)
    guard let composite = composites[identifier] else {
      return ElementRule(
        identifier: identifier, isMandatory: isMandatory, components: [component(identifier, isMandatory: isMandatory)])
    }
    let components = composite.split(separator: " ").flatMap { word -> [ComponentRule] in
      let parts = word.split(separator: "*")
      let name = parts[0].last == "!" ? parts[0].dropLast() : parts[0]
      let rule = component(String(name), isMandatory: parts[0].last == "!")
      return Array(repeating: rule, count: parts.count > 1 ? Int(parts[1]) ?? 1 : 1)
    }
    return ElementRule(identifier: identifier, isMandatory: isMandatory, components: components)
  }

  /// Reads a format: `an..35`, `n..15/35` with the lengths of both directories, `a3`. Codes without an entry are `an..3`.
  private static func component(_ identifier: String, isMandatory: Bool) -> ComponentRule {
    let format = formats[identifier] ?? "an..3/17"
    let letters = format.prefix { $0.isLetter }
    let isRange = format.contains("..")
    let lengths = format.drop { !$0.isNumber }.split(separator: "/").compactMap { Int($0) }
    let old = lengths.first ?? 3
    return ComponentRule(
      identifier: identifier, isMandatory: isMandatory, isNumeric: letters == "n", isAlphabetic: letters == "a",
      minimum: isRange ? 1 : old, oldMaximum: old, newMaximum: lengths.last ?? old)
  }

  private static let segmentTexts = """
    UNB S001! S002! S003! S004! 0020! S005 0026 0029 0031 0032 0035
    UNZ 0036! 0020!
    UNG 0038 S006 S007 S004 0048! 0051 S008 0058
    UNE 0060! 0048!
    UNH 0062! S009! 0068 S010 S016 S017 S018
    UNT 0074! 0062!
    UNS 0081!
    AJT 4465! 1082
    ALC 5463! C552 4471 1227 C214
    ALI 3239 9213 4183*5
    APR 4043 C138 C960
    BGM C002 C106 1225 4343
    CAV C889!
    CCI 7059 C502 C240 4051
    CNT C270!
    COM C076! C076*2
    CPS 7164! 7166 7075
    CTA 3139 C056
    CUX C504*2 5402 6341
    DLM 4455 C522 C214 C214
    DOC C002! C503 3153 1220 1218
    DTM C507!
    EQD 8053! C237 C224 8077 8249 8169 4233
    FII 3035! C078 C088 3207
    FTX 4451! 4453 C107 C108 3453 4447
    GIN 7405! C208! C208*4
    GIR 7297! C206! C206*4
    GIS C529!
    HAN C524 C218
    IMD 7077 C272 C273 7383
    INV 4501 7491 4499 4503 C522
    LIN 1082 1229 C212 C829 1222 7083
    LOC 3227! C517 C519 C553 5479
    MEA 6311! C502 C174 7383
    MKS 7293! C332! 1229
    MOA C516!
    NAD 3035! C082 C058 C080 C059 3164 C819 3251 3207
    PAC 7224 C531 C202 C402 C532
    PAI C534!
    PAT 4279! C110 C112
    PCD C501! 4405
    PCI 4233 C210 8275 C827
    PGI 5379! C288
    PIA 4347! C212! C212*4
    PRI C509 5213
    QTY C186!
    QVR C279 4221 C960
    RCS 7293! C550 1229 3207
    RFF C506!
    RNG 6167! C280
    RTE C128! 4405
    SCC 4017! 4493 C329
    STG 9421! 6426 6428
    STS C601 C555 C556*5
    TAX 5283! C241 C533 5286 C243 5305 3446 1227
    TDT 8051! 8028 C220 C228 C040 8101 C401 C222 8281
    TOD 4055 4215 C100
    """

  private static let compositeTexts = """
    S001 0001! 0002! 0080 0133
    S002 0004! 0007 0008 0042
    S003 0010! 0007 0014 0046
    S004 0017! 0019!
    S005 0022! 0025
    S006 0040! 0007
    S007 0044! 0007
    S008 0052! 0054! 0057
    S009 0065! 0052! 0054! 0051! 0057 0110 0113
    S010 0070! 0073
    S016 0115! 0116 0118 0051
    S017 0121! 0122 0124 0051
    S018 0127! 0128 0130 0051
    C002 1001 1131 3055 1000
    C040 3127 1131 3055 3128
    C056 3413 3412
    C058 3124! 3124*4
    C059 3042! 3042*3
    C076 3148! 3155!
    C078 3194 3192*2 6345
    C080 3036! 3036*4 3045
    C082 3039! 1131 3055
    C088 3433 1131 3055 3434 1131 3055 3432 3436
    C100 4053 1131 3055 4052*2
    C106 1004 1056 1060
    C107 4441! 1131 3055
    C108 4440! 4440*4
    C110 4277! 1131 3055 4276*2
    C112 2475! 2009 2151 2152
    C128 5419! 5420! 5284 6411
    C138 5394! 5393
    C174 6411! 6314 6162 6152 6432
    C186 6063! 6060! 6411
    C202 7065 1131 3055 7064
    C206 7402! 7405 4405 7405 7402
    C208 7402! 7402
    C210 7102! 7102*9
    C212 7140 7143 1131 3055
    C214 7161 1131 3055 7160*2
    C218 7419 1131 3055 7418
    C220 8067! 8066
    C222 8213 1131 3055 8212 8453
    C224 8155 1131 3055 8154
    C228 8179 8178
    C237 8260 1131 3055 3207
    C240 7037! 1131 3055 7036*2
    C241 5153 1131 3055 5152
    C243 5279 1131 3055 5278 5273 1131 3055
    C270 6069! 6066! 6411
    C272 7081 1131 3055
    C273 7009 1131 3055 7008*2 3453
    C279 6064! 6063
    C280 6411! 6162 6152
    C288 5389! 1131 3055 5388
    C329 2013 2015 2017
    C332 3496! 1131 3055
    C401 8457! 8459! 7130
    C402 7077! 7064! 7143 7064 7143
    C501 5245! 5482 5249 1131 3055
    C502 6313 6321 6155 6154
    C503 1004 1373 1366 3453 1056 1060
    C504 6347! 6345 6343 6348
    C506 1153! 1154 1156 4000 1060
    C507 2005! 2380 2379
    C509 5125! 5118 5375 5387 5284 6411
    C516 5025! 5004 6345 6343 4405
    C517 3225 1131 3055 3224
    C519 3223 1131 3055 3222
    C522 4403! 4401 1131 3055 4400
    C524 4079 1131 3055 4078
    C529 7365! 1131 3055 7187
    C531 7075 7233 7073
    C532 8395 8393
    C533 5289! 1131 3055
    C534 4439 4431 4461 1131 3055 4435
    C550 7295! 1131 3055 7294
    C552 1230 5189
    C553 3233 1131 3055 3232
    C555 9011! 1131 3055 9010
    C556 9013! 1131 3055 9012
    C601 9015! 1131 3055
    C819 3229 1131 3055 3228
    C827 7511! 1131 3055
    C829 5495 1082
    C889 7111 1131 3055 7110*2
    C960 4295 1131 3055 4294
    """

  private static let elementTexts = """
    0001 a4
    0002 an1
    0004 an..35
    0007 an..4
    0008 an..14/35
    0010 an..35
    0014 an..14/35
    0017 n..8
    0019 n4
    0020 an..14
    0022 an..14
    0025 an2
    0026 an..14
    0029 a1
    0031 n1
    0032 an..35
    0035 n1
    0036 n..6
    0038 an..6
    0040 an..35
    0042 an..35
    0044 an..35
    0046 an..35
    0048 an..14
    0051 an..3
    0052 an..3
    0054 an..3
    0057 an..6
    0060 n..6
    0062 an..14
    0065 an..6
    0068 an..35
    0070 n..2
    0073 a1
    0074 n..6/10
    0080 an..6
    0081 an1
    0110 an..6
    0113 an..6
    0133 an..3
    1000 an..35
    1004 an..35
    1056 an..9
    1060 an..6
    1082 an..6
    1131 an..3/17
    1154 an..35/70
    1156 an..6
    1218 n..2
    1220 n..2
    1222 n..2
    1230 an..35
    1366 an..35/70
    2152 n..3
    2380 an..35
    3036 an..35
    3039 an..17/35
    3042 an..35
    3055 an..3
    3124 an..35
    3128 an..35
    3148 an..512
    3164 an..35
    3192 an..35
    3194 an..17/35
    3222 an..70/256
    3223 an..25
    3224 an..70/256
    3225 an..25
    3228 an..35
    3229 an..9
    3232 an..70/256
    3233 an..25
    3251 an..9/17
    3412 an..35
    3413 an..17
    3432 an..70
    3433 an..11
    3434 an..17
    3436 an..70
    3446 an..20
    3496 an..35
    4000 an..35
    4052 an..70
    4078 an..70
    4276 an..35
    4294 an..35
    4400 an..35
    4440 an..70/512
    5004 n..18/35
    5118 n..15
    5152 an..35
    5160 an..35
    5189 an..3
    5273 an..12
    5278 an..17
    5279 an..7
    5284 n..9
    5286 an..15
    5388 an..35
    5389 an..25
    5394 n..12
    5402 n..12
    5420 n..15
    5482 n..10
    6060 n..15/35
    6064 n..15
    6066 n..18
    6152 n..18
    6154 an..70
    6162 n..18
    6314 an..18
    6348 n..4
    6426 n..2
    6428 n..2
    6432 n..2
    7008 an..35/256
    7009 an..17
    7036 an..35
    7037 an..17
    7064 an..35
    7065 an..17
    7102 an..35
    7110 an..35
    7130 an..17
    7140 an..35
    7160 an..35
    7164 an..12/35
    7166 an..12/35
    7224 n..8
    7294 an..35
    7402 an..35
    7418 an..70
    8028 an..17
    8066 an..17
    8154 an..35
    8178 an..17
    8212 an..35
    8213 an..9
    8260 an..17
    9010 an..35
    9012 an..256
    """
}

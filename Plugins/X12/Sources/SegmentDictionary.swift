/// One element of a segment as the standard has it.
struct ElementPlace: Sendable {
  /// The data element's number; nil where this place is not checked.
  let number: String?
  let isMandatory: Bool
  /// Whether a record is built with it, so that a problem with it refuses the record.
  let isUsed: Bool
  /// The definition of the element; nil where it is not checked. Looked up once, and not for every line of a document.
  let definition: ElementDefinition?

  init(number: String?, isMandatory: Bool, isUsed: Bool) {
    self.number = number
    self.isMandatory = isMandatory
    self.isUsed = isUsed
    definition = number.flatMap { ElementDictionary.definition($0) }
  }
}

/// A condition between elements (X12.6, section 3.8.3): `P0304`, of which each needs the others.
struct SyntaxNote: Sendable {
  enum Kind: Character {
    /// All or none.
    case paired = "P"
    /// At least one.
    case required = "R"
    /// At most one.
    case exclusive = "E"
    /// The first needs the others.
    case conditional = "C"
    /// The first needs one of the others.
    case list = "L"
  }
  let kind: Kind
  let elements: [Int]
}

/// The elements of a segment.
final class SegmentDefinition: Sendable {
  let id: String
  let elements: [ElementPlace]
  let notes: [SyntaxNote]

  init(id: String, elements: [ElementPlace], notes: [SyntaxNote]) {
    self.id = id
    self.elements = elements
    self.notes = notes
  }
}

/// The segments whose elements are checked.
///
/// A segment that occurs in messages but not in this table is skipped with its content.
enum SegmentDictionary {
  static func definition(_ id: String) -> SegmentDefinition? { all[id] }

  private static let all: [String: SegmentDefinition] = {
    var found: [String: SegmentDefinition] = [:]
    for line in table.split(separator: "\n") {
      let definition = parse(line)
      found[definition.id] = definition
    }
    return found
  }()

  private static func parse(_ line: Substring) -> SegmentDefinition {
    let halves = line.split(separator: "|")
    let words = (halves.first ?? "").split(separator: " ")
    var places: [ElementPlace] = []
    var group: [ElementPlace] = []
    var isGroup = false
    for word in words.dropFirst() {
      // `(235 234)10` repeats its elements ten times.
      var text = word
      if text.hasPrefix("(") {
        isGroup = true
        group = []
        text = text.dropFirst()
      }
      var times = 0
      if let close = text.firstIndex(of: ")") {
        times = Int(text[text.index(after: close)...]) ?? 1
        text = text[..<close]
      }
      let number = text.prefix { $0 != "!" && $0 != "+" }
      let place = ElementPlace(
        number: number == "-" ? nil : String(number), isMandatory: text.contains("!"), isUsed: text.contains("+"))
      if isGroup { group.append(place) } else { places.append(place) }
      if times > 0 {
        for _ in 0..<times { places += group }
        isGroup = false
      }
    }
    let notes = (halves.count > 1 ? halves[1] : "").split(separator: " ").compactMap { note -> SyntaxNote? in
      guard let kind = note.first.flatMap(SyntaxNote.Kind.init(rawValue:)) else { return nil }
      let digits = Array(note.dropFirst())
      let elements = stride(from: 0, to: digits.count - 1, by: 2).compactMap { Int(String(digits[$0..<($0 + 2)])) }
      return SyntaxNote(kind: kind, elements: elements)
    }
    return SegmentDefinition(id: String(words.first ?? ""), elements: places, notes: notes)
  }

  /// The segment, its data elements in order, and its syntax notes. `!` is mandatory, `+` is used in records, `-` is not checked.
  private static let table = """
    AMT 522! 782! 478
    ACK 668!+ 380+ 355 374 373+ 326 (235 234)10 - - - - | P0203 P0708
    BAK 353!+ 587!+ 324!+ 373!+ 328 326 367 127 373
    BCT 683!+ 684 - - - - - - - 353
    BEG 353!+ 92! 324!+ 328 373!+ 367 587 1019
    BIA 353!+ 755! 127!+ 373!+ 337 306
    BIG 373!+ 76!+ 373 324 328 327 640 353 306 76
    BSN 353!+ 396!+ 373!+ 337! 1005 640 641
    CAD 91 206 207 140 387 368 128 127 284
    CTB 688! 352 673 380 522 610
    CTP 687 236 212+ 380+ - 648 649 782 639 499
    CTT 354!+ 347+ 81 355 183 355 352 | P0304 P0506
    CUR 98! 100!+ 280 98 100
    DTM 374! 373+ 337 623 1250 1251
    FOB 146! 309 352 334 335 309 352 54 352
    HL 628!+ 628+ 735!+ 736
    ISS 382 355 81 355 183 355 | P0102 P0304 P0506
    IT1 350 358+ 355 212+ 639 (235 234)10 | P0607 P0809 P1011 P1213
    IT3 382 355 368 383 371
    ITD 336 333 338 370 351 446+ 386+ 362 388 389 342 352 765
    LDT 345! 380! 344! 373
    LE 447!
    LIN 350 235! 234! (235 234)14 | P0405 P0607 P0809 P1011
    LS 447!
    MAN 88! 87!+ 87 88 87 87
    MEA 737 738 739 - 740 741 935 936 752
    MSG 933! 934 1470
    N1 98! 93 66 67 706 98 | R0203 P0304
    N2 93! 93
    N3 166! 166
    N4 19 156 116 26 309 310
    N9 128! 127 369 373 337 623 | R0203
    PER 366! 93 365 364 365 364 365 364 443 | P0304 P0506 P0708
    PID 349! 750 559 751 352 752 822 1073 819
    PO1 350 330+ 355 212+ 639 (235 234)10 | P0607 P0809 P1011 P1213
    PO4 356+ 357+ 355 103 187 384 355 385 355 82 189 65 355 810+
    PRF 324!+ 328 327 373 350 367 92
    QTY 673!+ 380!+ -
    REF 128! 127 352 - | R0203
    SAC 248! 1300 559 1301 610+ 378 332 118 355 380 380 331 127 770 352 819 | P0607 P0304
    SCH 380! 355! 98 93 374! 373!+ 337 374 373 337 326 350
    SDQ 355! 66 67!+ 380!+ (67 380+)9
    SN1 350 382!+ 355! 646+ 330+ 355 728 668
    TD1 103 80+ 23 22 79 187 81 355 183 355
    TD3 40 206 207
    TD5 133 66 67 91 387 368 731 309 310 732 733
    TDS 610!+ 610 610 610
    TXI 963! 782+ 954+ 955 956 441 662 828 325 350
    UIT - 212 639
    XPO 324! 324 66 67
    XQ 305! 373!+ 373+
    ZA 859!+ 380+ 355 374 373 128 127
    """
}

internal import FormatKit
internal import XMLReading

/// The range of a record's element in the text of a document.
struct RecordPlace {
  let start: Int
  /// Where its start tag ends: the `>`, or the `/` of an empty element.
  let tagEnd: Int
  let isEmpty: Bool
  /// Where the text after the element begins; -1 as long as it is not known.
  var end = -1
}

extension RecordAssembly {
  mutating func beginPlace() {
    skipped = 1
    places.append(
      RecordPlace(
        start: guarding.startOfTag().byteOffset, tagEnd: guarding.byteOffset, isEmpty: guarding.isAtEmptyTag))
  }

  mutating func endPlace() {
    guard !places.isEmpty else { return }
    places[places.count - 1].end = guarding.byteOffset
  }

  /// The records that have ended, which are forgotten.
  mutating func takePlaces() -> [RecordPlace] {
    let open = places.last.map { $0.end < 0 } == true ? places.suffix(1) : []
    let taken = Array(places.dropLast(open.count))
    places = Array(open)
    return taken
  }
}

extension XMLSession {
  /// Begins to read for the places of records alone.
  ///
  /// - Returns: what a file of refused records must say of the document, nil when it has no records, and where the text
  ///   after its declaration begins.
  func startPlaces() throws(Problems) -> (instruction: RejectInstruction?, endOfDeclaration: Int) {
    try start()
    assembly.pointee.purpose = .places
    let preview = UnsafeRawBufferPointer(rebasing: block[..<blockCount])
    let names = assembly.pointee.recordPath
    let path = names.map { name in
      "/" + (name.uri.map { "{\(String(cString: $0))}" } ?? "") + String(cString: name.local)
    }.joined()
    let record = assembly.pointee.isAbsolute ? path : String(path.dropFirst())
    let made = RejectInstruction(record: record, repeated: assembly.pointee.repeated)
    return (names.isEmpty ? nil : made, RejectInstruction.endOfDeclaration(in: preview))
  }

  /// The next records that have ended; nil at the end of the document.
  func nextPlaces() throws(Problems) -> [RecordPlace]? {
    while true {
      let places = assembly.pointee.takePlaces()
      if !places.isEmpty { return places }
      if isFinished {
        if let failure = assembly.pointee.guarding.failure ?? inputFailure { throw failure }
        return nil
      }
      parseBlock()
    }
  }
}

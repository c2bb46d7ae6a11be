/// An interchange, as its UNB describes it.
struct Interchange: Hashable, Sendable {
  var level = ""
  var version = 0
  var sender: [String] = []
  var receiver: [String] = []
  var reference = ""
  var isTest = false

  init() {}

  init(_ segment: Segment) {
    level = segment.value(1, 1)
    version = Int(segment.value(1, 2)) ?? 0
    sender = segment.values(2)
    receiver = segment.values(3)
    reference = segment.value(5)
    isTest = segment.value(11) == "1"
  }

  var senderIdentification: String { sender.first ?? "" }
  var receiverIdentification: String { receiver.first ?? "" }
}

/// A functional group, as its UNG describes it.
struct FunctionalGroup: Hashable, Sendable {
  var sender: [String] = []
  var receiver: [String] = []
  var reference = ""

  init(_ segment: Segment) {
    sender = segment.values(2)
    receiver = segment.values(3)
    reference = segment.value(5)
  }
}

/// A message, as its UNH describes it.
struct MessageHeader: Hashable, Sendable {
  var reference = ""
  var type = ""
  var directory = Directory(version: "", release: "")
  /// All components of the message's identification, unchanged.
  var identification: [String] = []
  /// The message within the interchange, from 1.
  var number = 0
  /// The message within the file, from 1.
  var ordinal = 0
  var line = 0
  var byteOffset = 0

  init() {}

  init(_ segment: Segment, number: Int, ordinal: Int) {
    reference = segment.value(1)
    identification = segment.values(2)
    type = segment.value(2, 1).uppercased()
    directory = Directory(version: segment.value(2, 2), release: segment.value(2, 3))
    self.number = number
    self.ordinal = ordinal
    line = segment.line
    byteOffset = segment.byteOffset
  }
}

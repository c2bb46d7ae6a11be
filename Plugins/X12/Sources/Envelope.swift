internal import Segments

/// The envelope of the current interchange, group and transaction set.
struct Envelope: Sendable {
  var sender = ""
  var senderQualifier = ""
  var receiver = ""
  var receiverQualifier = ""
  var date = ""
  var time = ""
  var interchangeVersion = ""
  var interchangeNumber = ""
  var wantsAcknowledgement = false
  var usage = ""
  var groupCode = ""
  var groupSender = ""
  var groupReceiver = ""
  var groupNumber = ""
  var version = ""
  var setID = ""
  var setNumber = ""
}

extension EnvelopeTags {
  /// The interchange, the functional group and the transaction set.
  static let x12 = EnvelopeTags(begins: ["ISA", "GS", "ST"], ends: ["IEA", "GE", "SE"], endsInnerFirst: false)
}

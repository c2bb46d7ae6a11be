/// The parties of a document, as far as records name them.
struct PartyData {
  struct Supplier: Equatable {
    var code = ""
    var name: String?
    var gln: String?
    var email: String?
  }

  private var rank = Int.max
  private var qualifier = ""
  private var identification = ""
  private var name = ""
  private var email = ""
  /// The number that the buyer has given to the supplier, from a REF segment.
  private var assigned = ""
  private var locationNumber = ""
  private var isInSupplier = false

  /// Takes N1 and the segments in its loop.
  mutating func take(_ segment: Segment, roles: [String]) {
    switch segment.id {
    case "N1":
      isInSupplier = false
      guard let found = roles.firstIndex(of: segment.text(1)), found < rank else { return }
      rank = found
      isInSupplier = true
      name = segment.text(2)
      (qualifier, identification) = (segment.text(3), segment.text(4))
      email = ""
    case "PER" where isInSupplier && email.isEmpty:
      for element in stride(from: 3, through: 7, by: 2) where segment.text(element) == "EM" {
        email = segment.text(element + 1)
      }
    case "REF" where isInSupplier: reference(segment)
    default: break
    }
  }

  /// REF with the vendor's number (IA) or the vendor identification (VR); of the supplier's own loop its location number (LU).
  mutating func reference(_ segment: Segment) {
    if isInSupplier, segment.text(1) == "LU" { locationNumber = segment.text(2) }
    guard assigned.isEmpty, ["IA", "VR"].contains(segment.text(1)) else { return }
    assigned = segment.text(2)
  }

  /// The supplier: by the code that the buyer gave, else by a number that identifies it everywhere, else by the sender
  /// or receiver of the interchange.
  func supplier(_ message: Message, _ envelope: Envelope, _ options: X12Options) -> Supplier {
    var found = Supplier()
    found.name = name.isEmpty ? nil : name
    found.email = email.isEmpty ? nil : email
    let location = qualifier == "UL" ? identification : locationNumber
    if location.utf8.count == 13 { found.gln = location }
    let fallback = message.supplierIsSender ? envelope.sender : envelope.receiver
    let codes = [
      options.supplier ?? "", qualifier == "92" ? identification : "", assigned, identification, fallback,
    ]
    found.code = codes.first { !$0.isEmpty } ?? ""
    return found
  }
}

internal import FormatKit

/// Makes records of products.
struct ProductMapper {
  /// What the header says for all products.
  struct Header: Sendable {
    var senderName: String?
    var senderCodes: Set<String> = []
    var currency: String?
    var priceType: String?
    var language: String?
  }

  private static let maximumReferences = 200_000
  private static let maximumTold = 2_000
  private static let maximumSuppliers = 10_000

  let source: String
  let options: ONIXOptions
  private(set) var header = Header()
  /// How many products there were of each notification type.
  private(set) var counts: [String: Int] = [:]
  /// The release as the first product shows it.
  private(set) var release: (name: String, evidence: String)?
  private var hasHeader = false
  private var messageProblems: [Problem] = []
  private var references: Set<UInt64> = []
  private var told: Set<String> = []
  private var suppliers: Set<String> = []
  /// The problems of the current product.
  var problems: [Problem] = []

  init(source: String, options: ONIXOptions) {
    self.source = source
    self.options = options
  }

  // MARK: The message

  mutating func takeHeader(_ element: MessageElement) {
    hasHeader = true
    let sender = element.first("Sender")
    header.senderName = (sender?.value("SenderName") ?? element.value("FromCompany"))?.shortened(200)
    let identifiers = sender?.all("SenderIdentifier") ?? []
    header.senderCodes = Set(identifiers.compactMap { $0.value("IDValue") })
    for name in ["FromEANNumber", "FromSAN"] { if let code = element.value(name) { header.senderCodes.insert(code) } }
    header.currency = element.value("DefaultCurrencyCode")?.shortened(50)
    header.priceType = element.value("DefaultPriceType") ?? element.value("DefaultPriceTypeCode")
    header.language = element.value("DefaultLanguageOfText")
    if header.senderName == nil, header.senderCodes.isEmpty {
      messageProblems.append(
        problem(
          .onixMissingElement, at: element.position,
          "the header does not name the sender, neither by name nor by number"))
    }
  }

  mutating func pass(_ name: String, at position: SourcePosition) {
    guard name != "NoProduct", tellOnce("element \(name)") else { return }
    messageProblems.append(
      problem(
        .onixNotImported, at: position, value: name, "'\(name)' is not a product and passed over, here and further on"))
  }

  mutating func finish() {
    if !hasHeader, counts.isEmpty {
      messageProblems.append(
        problem(.onixMissingElement, at: SourcePosition(), "the message has neither header nor product"))
    }
  }

  /// Returns the problems of the message itself since the last call.
  mutating func takeMessageProblems() -> [Problem] {
    defer { messageProblems = [] }
    return messageProblems
  }

  // MARK: Products

  /// The records of one product; empty for a test.
  mutating func rows(of element: MessageElement) -> [TableRow] {
    problems = []
    if counts.isEmpty, !hasHeader {
      messageProblems.append(problem(.onixMissingElement, at: element.position, "the message has no header"))
    }
    let notification = notification(of: element)
    counts[notification.type, default: 0] += 1
    if release == nil {
      let evidence = "the elements of the first product"
      release = (Self.isBlocks(element) ? "3.0" : "2.1", evidence)
    }
    if notification.isTest {
      messageProblems.append(
        problem(
          .onixTestRecord, at: element.position, value: notification.type,
          "the record '\(element.value("RecordReference") ?? "")' is a test (notification type \(notification.type))"))
      return []
    }
    checkReference(element)
    guard let identity = identity(of: element) else {
      var row = TableRow(.products, at: element)
      row.problems = problems
      return [row]
    }
    var made = Draft(element: element, identity: identity, notification: notification, country: options.country)
    if notification.isDeletion {
      delete(&made)
    } else {
      describe(&made)
      supply(&made)
    }
    var rows = made.rows
    if rows.isEmpty {
      messageProblems += problems
    } else {
      rows[0].problems = problems + rows[0].problems
    }
    return rows
  }

  private mutating func notification(of element: MessageElement) -> Notification {
    guard let type = element.first("NotificationType"), !type.text.isEmpty else {
      tell(.onixMissingElement, at: element, "the product does not say whether it is new, an update or a deletion")
      return Notification(type: "03")
    }
    let found = Notification(type: code(type, in: .notificationType) ?? "03")
    if found.isNotice {
      let name = CodeList.notificationType.word(found.type)
      tell(
        .onixNotImported, at: type, value: found.type,
        "the record is a \(name), from one publisher to another; what it says of the product is taken")
    }
    return found
  }

  private mutating func checkReference(_ element: MessageElement) {
    guard let reference = element.first("RecordReference"), !reference.text.isEmpty else {
      tell(.onixMissingElement, at: element, "the product has no record reference")
      return
    }
    guard references.count < Self.maximumReferences else { return }
    // FNV-1a: two references with one hash cost no more than a warning.
    let hash = reference.text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    if !references.insert(hash).inserted {
      tell(
        .onixRepeatedRecord, at: reference, value: reference.text,
        "the record reference '\(reference.text.shortened(100))' was in this message before")
    }
  }

  private mutating func delete(_ made: inout Draft) {
    let reason = (made.element.value("DeletionText") ?? made.element.value("DeletionCode")).map {
      ": \($0.shortened(200))"
    }
    tell(
      .onixDeletion, at: made.element, value: made.identity.code,
      "the sender deletes the record of '\(made.identity.code)'\(reason ?? "")")
    var row = TableRow(.products, at: made.element)
    row["product_code"] = made.identity.code
    row["status"] = "discontinued"
    made.product = row
  }

  /// Whether a product is built of the blocks of ONIX 3.
  static func isBlocks(_ element: MessageElement) -> Bool {
    ["DescriptiveDetail", "PublishingDetail", "ProductSupply", "CollateralDetail"].contains { element.has($0) }
  }

  // MARK: Problems

  func problem(
    _ code: Problem.Code, at position: SourcePosition, value: String? = nil, _ message: String
  ) -> Problem {
    Problem(code, source: source, at: position, value: value?.shortened(200), message)
  }

  mutating func tell(_ code: Problem.Code, at element: MessageElement, value: String? = nil, _ message: String) {
    problems.append(problem(code, at: element.position, value: value, message))
  }

  /// Whether this was not reported before; problems that may occur thousands of times are reported once.
  mutating func tellOnce(_ key: String) -> Bool { told.count < Self.maximumTold && told.insert(key).inserted }

  /// Whether the supplier has no record yet.
  mutating func isNewSupplier(_ code: String) -> Bool {
    if suppliers.count >= Self.maximumSuppliers { suppliers = [] }
    return suppliers.insert(code).inserted
  }

  /// The code in an element. A code that its list does not have is reported once and kept.
  ///
  /// - Parameter consequence: the effect of such a code, if it is not the usual one.
  mutating func code(_ element: MessageElement?, in list: CodeList, consequence: String = "") -> String? {
    guard let element, case let code = element.text, !code.isEmpty else { return nil }
    if !list.contains(code), tellOnce("list \(list.number) \(code.shortened(50))") {
      tell(
        .onixCodeUnknown, at: element, value: code,
        "list \(list.number) has no code '\(code.shortened(50))'\(consequence)")
    }
    return code
  }

  /// What the code in an element is called; the code itself where we have no word for it.
  mutating func name(_ element: MessageElement?, in list: CodeList) -> String? {
    code(element, in: list).map(list.word)
  }
}

/// Why a record was sent: list 1.
struct Notification: Sendable {
  let type: String

  var isDeletion: Bool { type == "05" }
  var isTest: Bool { type == "88" || type == "89" }
  /// Whether it says who publishes the product from now on.
  var isNotice: Bool { type == "08" || type == "09" }
  /// Whether only parts of the record are there, and the others stay as they were.
  var isPartial: Bool { ["04", "12", "13", "14"].contains(type) }
}

/// The records of one product as they come about.
struct Draft {
  let element: MessageElement
  let identity: ProductIdentity
  let notification: Notification
  let isBlocks: Bool
  /// The supply details for the shop's country, if the country is known.
  let supplies: [MessageElement]
  var product: TableRow?
  var categories: [TableRow] = []
  var variants: [TableRow] = []
  var barcodes: [TableRow] = []
  var suppliers: [TableRow] = []
  var items: [TableRow] = []
  var prices: [TableRow] = []

  init(element: MessageElement, identity: ProductIdentity, notification: Notification, country: String?) {
    self.element = element
    self.identity = identity
    self.notification = notification
    isBlocks = ProductMapper.isBlocks(element)
    let markets = element.all("ProductSupply").filter { supply in
      let markets = supply.all("Market")
      guard let country, !markets.isEmpty else { return true }
      return markets.contains { Territory($0).covers(country) }
    }
    let own = element.all("SupplyDetail").filter { detail in country.map { Territory(detail).covers($0) } ?? true }
    supplies = own + markets.flatMap { $0.all("SupplyDetail") }
  }

  /// In the order in which they are applied, but the product first, because the problems belong to its record.
  var rows: [TableRow] {
    [product].compactMap(\.self) + suppliers + categories + variants + barcodes + items
      + prices.sorted { $0.byteOffset < $1.byteOffset }
  }
}

extension String {
  /// The first scalars of a text that may be any length; a character alone may be.
  func shortened(_ count: Int) -> String {
    utf8.count <= count ? self : String(String.UnicodeScalarView(unicodeScalars.prefix(count)))
  }
}

internal import FormatKit

extension ProductMapper {
  /// Title, text, category, maker and further properties.
  mutating func describe(_ made: inout Draft) {
    let element = made.element
    let code = made.identity.code
    let about = made.isBlocks ? element.first("DescriptiveDetail") : element
    let publishing = made.isBlocks ? element.first("PublishingDetail") : element
    let title = about.flatMap { self.title(of: $0) }
    if title == nil, !made.notification.isPartial {
      tell(.onixMissingElement, at: element, "the product '\(code)' has no title")
    }
    var row = TableRow(.products, at: element)
    row["title"] = title
    row["description"] = text(of: element, made.isBlocks)
    row["brand"] = brand(of: publishing)
    if let subject = category(of: about) {
      row["category"] = subject.code
      if let heading = subject.heading, tellOnce("category \(subject.code)") {
        var category = TableRow(.categories, at: element)
        category["category"] = subject.code
        category["category_name"] = heading.shortened(500)
        made.categories.append(category)
      }
    }
    row["status"] = status(of: made)
    // The properties of a product are one text, which must not lose those that an update leaves out.
    let isWhole = !made.notification.isPartial || made.isBlocks && about != nil && publishing != nil
    if isWhole { row["attributes"] = attributes(made, about: about, publishing: publishing) }
    // A partial update must not create a product without a name.
    guard title != nil || !made.notification.isPartial || row["status"] != nil else { return }
    row["product_code"] = code
    made.product = row
    guard title != nil || !made.notification.isPartial else { return }
    var variant = TableRow(.variants, at: element)
    variant["sku"] = code
    variant["product_code"] = code
    made.variants = [variant]
    for barcode in made.identity.barcodes + made.identity.packs {
      var row = TableRow(.barcodes, at: element)
      row["barcode"] = barcode
      row["sku"] = code
      if made.identity.packs.contains(barcode) {
        guard let count = packQuantity(of: element) else {
          tell(
            .onixNotImported, at: element, value: barcode,
            "the GTIN-14 '\(barcode)' is that of a pack whose content the message does not give")
          continue
        }
        row["pack_quantity"] = count
      }
      made.barcodes.append(row)
    }
  }

  private func packQuantity(of element: MessageElement) -> String? {
    let details = element.all("SupplyDetail") + element.all("ProductSupply").flatMap { $0.all("SupplyDetail") }
    return details.compactMap { $0.value("PackQuantity") }.first { (Int($0) ?? 0) > 0 }
  }

  // MARK: Titles

  private mutating func title(of about: MessageElement) -> String? {
    let details = about.all("TitleDetail") + about.all("Title")
    var chosen: (rank: Int, text: String)?
    for detail in details.prefix(50) {
      let type = code(detail.first("TitleType"), in: .titleType) ?? ""
      guard let text = Self.text(ofTitle: detail) else { continue }
      let rank = ["01", "00"].firstIndex(of: type) ?? (type == "10" ? 3 : 2)
      if rank < chosen?.rank ?? .max { chosen = (rank, text) }
    }
    if let chosen { return chosen.text.shortened(2000) }
    if let old = about.value("DistinctiveTitle") { return Self.joined(old, about.value("Subtitle")) }
    return Self.ownTitle(of: about)
  }

  /// The title in a composite of ONIX 3, which has elements by level, or of ONIX 2.1, which does not.
  private static func text(ofTitle detail: MessageElement) -> String? {
    let elements = detail.all("TitleElement").enumerated().sorted {
      let (left, right) = (Int($0.element.value("SequenceNumber") ?? ""), Int($1.element.value("SequenceNumber") ?? ""))
      return (left ?? .max, $0.offset) < (right ?? .max, $1.offset)
    }.map(\.element)
    if elements.isEmpty { return ownTitle(of: detail) }
    let product = elements.filter { $0.value("TitleElementLevel") == "01" }
    if let own = product.compactMap({ ownTitle(of: $0) }).first { return own }
    // A part that has a number only is called by the title of the whole.
    let whole = elements.compactMap { ownTitle(of: $0) }.first
    let part = product.compactMap { $0.value("PartNumber") ?? $0.value("YearOfAnnual") }.first
    guard let whole else { return nil }
    return part.map { "\(whole), \($0)" } ?? whole
  }

  /// Prefix, title, part and subtitle of an element.
  private static func ownTitle(of element: MessageElement) -> String? {
    var title = element.value("TitleText")
    if let rest = element.value("TitleWithoutPrefix") {
      let prefix = element.value("TitlePrefix") ?? ""
      let isClosed = prefix.isEmpty || ["'", "’", "-"].contains { prefix.hasSuffix($0) }
      title = prefix + (isClosed ? "" : " ") + rest
    }
    guard var title else { return nil }
    if element.name == "TitleElement", let part = element.value("PartNumber") { title += ", \(part)" }
    return joined(title, element.value("Subtitle"))
  }

  private static func joined(_ title: String, _ subtitle: String?) -> String {
    guard let subtitle else { return title }
    let isMarked = title.last.map { ":?!".contains($0) } ?? false
    return title + (isMarked ? " " : ": ") + subtitle
  }

  // MARK: Texts, makers, subjects

  /// The text for customers: the description, else the short one.
  private func text(of element: MessageElement, _ isBlocks: Bool) -> String? {
    let texts =
      isBlocks
      ? element.first("CollateralDetail")?.all("TextContent").map { ($0.value("TextType") ?? "", $0) } ?? []
      : element.all("OtherText").map { ($0.value("TextTypeCode") ?? "", $0) }
    for type in isBlocks ? ["03", "02"] : ["01", "03", "02"] {
      for (found, text) in texts where found == type {
        guard let body = text.first("Text") else { continue }
        let plain = MarkedUpText.plain(body)
        if !plain.isEmpty { return plain }
      }
    }
    let old = ["MainDescription", "Annotation"].lazy.compactMap { element.first($0) }.map { MarkedUpText.plain($0) }
    return old.first { !$0.isEmpty }
  }

  /// The imprint, under which a product is known; else the publisher.
  private mutating func brand(of publishing: MessageElement?) -> String? {
    guard let publishing else { return nil }
    return (publishing.value("Imprint", "ImprintName") ?? publishing.value("ImprintName") ?? publisher(of: publishing))?
      .shortened(200)
  }

  mutating func publisher(of publishing: MessageElement) -> String? {
    var first: String?
    for publisher in publishing.all("Publisher") {
      guard let name = publisher.value("PublisherName") else { continue }
      let role = code(publisher.first("PublishingRole"), in: .publishingRole) ?? "01"
      if role == "01" { return name }
      if first == nil { first = name }
    }
    return first ?? publishing.value("PublisherName")
  }

  /// One subject of a product.
  struct Subject {
    let scheme: String
    let code: String
    let heading: String?
    let isMain: Bool
  }

  mutating func subjects(of about: MessageElement) -> [Subject] {
    var found: [Subject] = []
    for child in about.children where found.count < 100 {
      switch child.name {
      case "Subject", "MainSubject":
        let old = child.first("MainSubjectSchemeIdentifier")
        guard let scheme = code(child.first("SubjectSchemeIdentifier") ?? old, in: .subjectScheme) else { continue }
        guard let text = child.value("SubjectCode") ?? child.value("SubjectHeadingText") else { continue }
        let isMain = child.name == "MainSubject" || child.has("MainSubject")
        let heading = child.value("SubjectCode") == nil ? nil : child.value("SubjectHeadingText")
        found.append(Subject(scheme: scheme, code: text.shortened(200), heading: heading, isMain: isMain))
      case "BASICMainSubject" where !child.text.isEmpty:
        found.append(Subject(scheme: "10", code: child.text.shortened(200), heading: nil, isMain: true))
      case "BICMainSubject" where !child.text.isEmpty:
        found.append(Subject(scheme: "12", code: child.text.shortened(200), heading: nil, isMain: true))
      default: break
      }
    }
    return found
  }

  private mutating func category(of about: MessageElement?) -> Subject? {
    guard let about else { return nil }
    let subjects = subjects(of: about)
    for scheme in options.subjects.map({ [$0] }) ?? ONIXSubjects.allCases {
      let own = subjects.filter { $0.scheme == scheme.scheme }
      if let found = own.first(where: \.isMain) ?? own.first { return found }
    }
    return nil
  }

  // MARK: Status

  /// Codes of list 64 of products that are not sold any more.
  private static let ended: Set<String> = ["01", "07", "08", "10", "11", "12", "15", "17"]
  /// Codes of list 65, and of list 54, that say the same of every supplier.
  private static let endedSupply: Set<String> = ["01", "46", "47", "49", "51", "AB", "OP", "RM", "WS"]

  /// Discontinued, or nothing: whether the shop sells what is active is for the shop to say.
  private mutating func status(of made: Draft) -> String? {
    let publishing = made.isBlocks ? made.element.first("PublishingDetail") : made.element
    if let status = code(publishing?.first("PublishingStatus"), in: .publishingStatus) {
      return Self.ended.contains(status) ? "discontinued" : nil
    }
    let details = made.supplies.compactMap {
      $0.value("ProductAvailability") ?? $0.value("AvailabilityCode")
    }
    return !details.isEmpty && details.allSatisfy(Self.endedSupply.contains) ? "discontinued" : nil
  }
}

internal import FormatKit

extension ProductMapper {
  private static let maximumContributors = 100

  /// The further properties of a product, as a JSON object.
  mutating func attributes(_ made: Draft, about: MessageElement?, publishing: MessageElement?) -> String? {
    var object = AttributeText()
    object.add("record_reference", made.element.value("RecordReference")?.shortened(200))
    // 979-0 is sheet music, which has an ISMN.
    if let gtin = made.identity.gtin, ["978", "979"].contains(gtin.prefix(3)), !gtin.hasPrefix("9790") {
      object.add("isbn", gtin)
    }
    object.add("identifiers", objects: made.identity.others.map { Self.pair("scheme", $0.scheme, "value", $0.value) })
    if let about { addForm(of: about, made, to: &object) }
    if let about {
      object.add("contributors", objects: contributors(of: about))
      addSeries(of: about, to: &object)
      object.add("edition", number: about.value("EditionNumber"))
      object.add("edition_statement", about.value("EditionStatement")?.shortened(500))
      object.add("language", language(of: about))
      object.add("pages", number: pages(of: about))
      object.add(
        "subjects",
        objects: subjects(of: about).map {
          let scheme = CodeList.subjectScheme.word($0.scheme)
          return Self.pair("scheme", scheme, "code", $0.code)
        })
    }
    if let publishing {
      object.add(
        "imprint", (publishing.value("Imprint", "ImprintName") ?? publishing.value("ImprintName"))?.shortened(200))
      object.add("publisher", publisher(of: publishing)?.shortened(200))
      object.add("published_on", published(publishing))
      object.add("publishing_status", name(publishing.first("PublishingStatus"), in: .publishingStatus))
    }
    if let supply = made.supplies.first {
      object.add(
        "availability",
        name(supply.first("ProductAvailability"), in: .availability)
          ?? name(supply.first("AvailabilityCode"), in: .availabilityBefore3))
      object.add("carton_quantity", number: supply.value("PackQuantity"))
    }
    return object.isEmpty ? nil : object.text
  }

  private static func pair(_ name: String, _ value: String, _ other: String, _ otherValue: String) -> AttributeText {
    var object = AttributeText()
    object.add(name, value)
    object.add(other, otherValue)
    return object
  }

  private mutating func addForm(of about: MessageElement, _ made: Draft, to object: inout AttributeText) {
    let before3 = !made.isBlocks
    object.add("form", name(about.first("ProductForm"), in: .productForm(before3: before3)))
    var details: [String] = []
    for detail in about.all("ProductFormDetail").prefix(20) {
      if let name = name(detail, in: .productFormDetail(before3: before3)) { details.append(name) }
    }
    object.add("form_details", list: details)
    object.add("form_description", about.value("ProductFormDescription")?.shortened(500))
  }

  // MARK: Contributors

  private mutating func contributors(of about: MessageElement) -> [AttributeText] {
    let all = about.all("Contributor").enumerated().sorted {
      let (left, right) = (Int($0.element.value("SequenceNumber") ?? ""), Int($1.element.value("SequenceNumber") ?? ""))
      return (left ?? .max, $0.offset) < (right ?? .max, $1.offset)
    }
    var found: [AttributeText] = []
    for (_, contributor) in all.prefix(Self.maximumContributors) {
      guard let name = Self.name(of: contributor) else { continue }
      var object = AttributeText()
      object.add("name", name.shortened(200))
      var roles: [String] = []
      for role in contributor.all("ContributorRole").prefix(20) {
        if let name = self.name(role, in: .contributorRole) { roles.append(name) }
      }
      object.add("roles", list: roles)
      found.append(object)
    }
    return found
  }

  private static func name(of contributor: MessageElement) -> String? {
    if let whole = contributor.value("PersonName") { return whole }
    let parts = [
      "TitlesBeforeNames", "NamesBeforeKey", "PrefixToKey", "KeyNames", "NamesAfterKey", "SuffixToKey",
    ].compactMap { contributor.value($0) }
    if !parts.isEmpty { return parts.joined(separator: " ") }
    return contributor.value("PersonNameInverted") ?? contributor.value("CorporateName")
      ?? contributor.value("CorporateNameInverted") ?? contributor.value("Name", "PersonName")
  }

  // MARK: Series, language, pages, dates

  private func addSeries(of about: MessageElement, to object: inout AttributeText) {
    if let collection = about.first("Collection") {
      let elements = collection.all("TitleDetail").flatMap { $0.all("TitleElement") }
      let named = elements.first { $0.value("TitleElementLevel") == "02" } ?? elements.first
      let title = named.flatMap { element in
        element.value("TitleText")
          ?? element.value("TitleWithoutPrefix").map { rest in
            [element.value("TitlePrefix"), rest].compactMap(\.self).joined(separator: " ")
          }
      }
      object.add("series", title?.shortened(500))
      object.add("series_number", elements.compactMap { $0.value("PartNumber") }.first?.shortened(50))
    } else if let series = about.first("Series") {
      object.add("series", (series.value("TitleOfSeries") ?? series.value("Title", "TitleText"))?.shortened(500))
      object.add("series_number", series.value("NumberWithinSeries")?.shortened(50))
    }
  }

  private mutating func language(of about: MessageElement) -> String? {
    for language in about.all("Language").prefix(50)
    where (code(language.first("LanguageRole"), in: .languageRole) ?? "01") == "01" {
      if let found = code(language.first("LanguageCode"), in: .language) { return found }
    }
    return code(about.first("LanguageOfText"), in: .language) ?? header.language
  }

  /// Types of list 23 that count pages, the ones that readers mean first.
  private static let pageTypes = ["00", "11", "07", "05", "06", "10", "08"]

  private mutating func pages(of about: MessageElement) -> String? {
    var best: (rank: Int, value: String)?
    for extent in about.all("Extent").prefix(50) {
      let type = code(extent.first("ExtentType"), in: .extentType)
      let unit = code(extent.first("ExtentUnit"), in: .extentUnit)
      guard unit == "03", let type, let rank = Self.pageTypes.firstIndex(of: type),
        let given = extent.first("ExtentValue")
      else { continue }
      guard Int(given.text) != nil else {
        tell(
          .onixOddValue, at: given, value: given.text,
          "the number of pages '\(given.text.shortened(60))' is not a whole number")
        continue
      }
      if rank < best?.rank ?? .max { best = (rank, given.text) }
    }
    return best?.value ?? about.value("NumberOfPages") ?? about.value("PagesArabic")
  }

  /// The date of publication, with the precision of the message.
  private mutating func published(_ publishing: MessageElement) -> String? {
    let dates = publishing.all("PublishingDate").prefix(50)
    var element = publishing.first("PublicationDate")
    for date in dates {
      let role = code(date.first("PublishingDateRole"), in: .publishingDateRole)
      if role == "01" || role == nil { element = element ?? date }
    }
    guard let element else { return nil }
    if let date = WrittenDate(element) { return date.text }
    let format = (element.first("Date") ?? element).attribute("dateformat") ?? element.value("DateFormat") ?? ""
    let text = (element.first("Date") ?? element).text
    // A season or a free text is a valid date of the standard, but not a calendar date.
    if format.isEmpty || format == "00" || format == "01" || format == "05" {
      tell(.onixOddValue, at: element, value: text, "the date of publication '\(text.shortened(60))' is not a date")
    } else if !CodeList.dateFormat.contains(format) {
      _ = code(element.first("DateFormat"), in: .dateFormat)
    }
    return text.shortened(60)
  }
}

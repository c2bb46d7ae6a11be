/// The texts of code lists: codes separated by bars, each followed by our word for it if product records use it.
enum CodeListTexts {}

/// A code list of ONIX: which codes there are, and what we call them.
struct CodeList: Sendable {
  /// EDItEUR's number of the list.
  let number: Int
  private let words: [String: String]

  init(_ number: Int, _ texts: String...) {
    self.number = number
    var words: [String: String] = [:]
    for text in texts {
      for entry in text.split(separator: "|") {
        let parts = entry.split(separator: " ", maxSplits: 1)
        guard let code = parts.first else { continue }
        words[String(code)] = parts.count > 1 ? String(parts[1]) : ""
      }
    }
    self.words = words
  }

  func contains(_ code: String) -> Bool { words[code] != nil }

  /// What a code is called; the code itself where we have no word for it.
  func word(_ code: String) -> String { words[code].flatMap { $0.isEmpty ? nil : $0 } ?? code }
}

extension CodeList {
  static let notificationType = CodeList(1, CodeListTexts.notificationType)
  static let productIdentifierType = CodeList(5, CodeListTexts.productIdentifierType)
  static let titleType = CodeList(15, CodeListTexts.titleType)
  static let contributorRole = CodeList(17, CodeListTexts.contributorRole)
  static let languageRole = CodeList(22, CodeListTexts.languageRole)
  static let extentType = CodeList(23, CodeListTexts.extentType)
  static let extentUnit = CodeList(24, CodeListTexts.extentUnit)
  static let subjectScheme = CodeList(27, CodeListTexts.subjectScheme)
  static let publishingRole = CodeList(45, CodeListTexts.publishingRole)
  static let availabilityBefore3 = CodeList(54, CodeListTexts.availabilityBefore3)
  static let dateFormat = CodeList(55, CodeListTexts.dateFormat)
  static let priceType = CodeList(58, CodeListTexts.priceType)
  static let priceQualifier = CodeList(59, CodeListTexts.priceQualifier)
  static let unitOfPricing = CodeList(60, CodeListTexts.unitOfPricing)
  static let taxRate = CodeList(62, CodeListTexts.taxRate)
  static let publishingStatus = CodeList(64, CodeListTexts.publishingStatus)
  static let availability = CodeList(65, CodeListTexts.availability)
  static let language = CodeList(74, CodeListTexts.language)
  static let country = CodeList(91, CodeListTexts.country)
  static let supplierIdentifierType = CodeList(92, CodeListTexts.supplierIdentifierType)
  static let supplierRole = CodeList(93, CodeListTexts.supplierRole)
  static let publishingDateRole = CodeList(163, CodeListTexts.publishingDateRole)
  static let taxType = CodeList(171, CodeListTexts.taxType)

  static func productForm(before3: Bool) -> CodeList { before3 ? productForm2 : productForm3 }
  static func productFormDetail(before3: Bool) -> CodeList { before3 ? productFormDetail2 : productFormDetail3 }

  private static let productForm3 = CodeList(150, CodeListTexts.productForm)
  private static let productForm2 = CodeList(7, CodeListTexts.productForm, CodeListTexts.productFormBefore3)
  private static let productFormDetail3 = CodeList(175, CodeListTexts.productFormDetail)
  private static let productFormDetail2 = CodeList(
    78, CodeListTexts.productFormDetail, CodeListTexts.productFormDetailBefore3)
}

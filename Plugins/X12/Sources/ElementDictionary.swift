/// The definition of a data element (X12.3): its type, its length and its name.
struct ElementDefinition: Sendable {
  /// The data element's number: `373`.
  let number: String
  let type: ElementType
  let minimum: Int
  let maximum: Int
  let name: String
}

/// The types of data elements (X12.6, section 3.5.1).
enum ElementType: Hashable, Sendable {
  /// A whole number with a number of implied decimals.
  case numeric(Int)
  /// A decimal number with a point where it has a fraction.
  case decimal
  case identifier
  case string
  case date
  case time
  case binary

  init?(_ text: Substring) {
    switch text {
    case "R": self = .decimal
    case "ID": self = .identifier
    case "AN": self = .string
    case "DT": self = .date
    case "TM": self = .time
    case "B": self = .binary
    default:
      guard text.first == "N", let digits = Int(text.dropFirst()), (0...9).contains(digits) else { return nil }
      self = .numeric(digits)
    }
  }

  /// For people.
  var shown: String {
    switch self {
    case .numeric(0): "a whole number"
    case .numeric(let digits): "a whole number, the last \(digits) digits of which are decimals"
    case .decimal: "a number"
    case .identifier: "a code"
    case .string: "a text"
    case .date: "a date such as 20261031"
    case .time: "a time such as 1830"
    case .binary: "binary data"
    }
  }
}

/// The data elements that the segments in ``SegmentDictionary`` are made of.
enum ElementDictionary {
  static func definition(_ number: String) -> ElementDefinition? { all[number] }

  private static let all: [String: ElementDefinition] = {
    var found: [String: ElementDefinition] = [:]
    for line in table.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 4)
      guard words.count == 5, let type = ElementType(words[1]), let least = Int(words[2]), let most = Int(words[3])
      else { continue }
      found[String(words[0])] = ElementDefinition(
        number: String(words[0]), type: type, minimum: least, maximum: most, name: String(words[4]))
    }
    return found
  }()

  /// Number, type, least and greatest length over the versions read, name.
  private static let table = """
    2 N0 1 6 number of accepted transaction sets
    19 AN 2 30 city
    22 AN 1 30 commodity code
    23 ID 1 1 commodity code qualifier
    26 ID 2 3 country
    28 N0 1 9 group control number
    40 ID 2 2 equipment description code
    54 ID 2 2 risk of loss code
    65 R 1 8 height
    66 ID 1 2 identification code qualifier
    67 AN 2 80 identification code
    76 AN 1 22 invoice number
    79 AN 1 50 lading description
    80 N0 1 7 lading quantity
    81 R 1 10 weight
    82 R 1 8 length
    87 AN 1 48 marks and numbers
    88 ID 1 2 marks and numbers qualifier
    91 ID 1 2 transportation method code
    92 ID 2 2 purchase order type
    93 AN 1 60 name
    96 N0 1 10 number of included segments
    97 N0 1 6 number of transaction sets included
    98 ID 2 3 entity identifier code
    100 ID 3 3 currency
    102 AN 1 30 ownership code
    103 AN 3 5 packaging code
    116 ID 3 15 postal code
    118 R 1 9 rate
    123 N0 1 6 number of received transaction sets
    124 AN 2 15 application receiver's code
    127 AN 1 80 reference identification
    128 ID 2 3 reference identification qualifier
    133 ID 1 2 routing sequence code
    140 ID 2 4 standard carrier alpha code
    142 AN 2 15 application sender's code
    143 ID 3 3 transaction set identifier
    146 ID 2 2 shipment method of payment
    156 ID 2 2 state or province
    166 AN 1 55 address
    183 R 1 8 volume
    187 ID 1 2 weight qualifier
    189 R 1 8 width
    206 AN 1 4 equipment initial
    207 AN 1 15 equipment number
    212 R 1 17 unit price
    234 AN 1 80 product identification
    235 ID 2 2 product identification qualifier
    236 ID 3 3 price identifier code
    248 ID 1 1 allowance or charge indicator
    280 R 4 10 exchange rate
    284 ID 2 2 service level code
    305 ID 1 2 transaction handling code
    306 ID 1 2 action code
    309 ID 1 2 location qualifier
    310 AN 1 30 location identifier
    324 AN 1 22 purchase order number
    325 AN 1 20 tax identification number
    326 AN 1 45 request reference number
    327 AN 1 8 change order sequence number
    328 AN 1 30 release number
    329 AN 4 9 transaction set control number
    330 R 1 15 quantity ordered
    331 ID 2 2 allowance or charge method of handling
    332 R 1 6 percent
    333 ID 1 2 terms basis date code
    334 ID 2 2 transportation terms qualifier
    335 ID 3 3 transportation terms code
    336 ID 2 2 terms type code
    337 TM 4 8 time
    338 R 1 6 terms discount percent
    340 ID 1 1 delivery pattern
    342 R 1 5 percent of invoice payable
    344 ID 2 2 unit of time period
    345 ID 2 2 lead time code
    347 R 1 10 hash total
    349 ID 1 1 item description type
    350 AN 1 20 assigned identification
    351 N0 1 3 terms discount days due
    352 AN 1 80 description
    353 ID 2 2 transaction set purpose code
    354 N0 1 6 number of line items
    355 ID 2 2 unit of measurement
    356 N0 1 6 pack
    357 R 1 8 size
    358 R 1 15 quantity invoiced
    359 ID 1 3 allowance or charge code
    362 N2 1 10 terms discount amount
    363 ID 3 3 note reference code
    364 AN 1 256 communication number
    365 ID 2 2 communication number qualifier
    366 ID 2 2 contact function code
    367 AN 1 30 contract number
    368 ID 2 2 shipment or order status code
    369 AN 1 45 free-form description
    370 DT 6 8 terms discount due date
    373 DT 6 8 date
    374 ID 3 3 date qualifier
    378 ID 1 1 allowance or charge percent qualifier
    380 R 1 15 quantity
    382 R 1 10 number of units shipped
    384 R 1 9 gross weight per pack
    385 R 1 9 gross volume per pack
    386 N0 1 3 terms net days
    387 AN 1 35 routing
    388 DT 6 8 terms deferred due date
    389 N2 1 10 deferred amount due
    391 R 1 8 unit price difference
    396 AN 2 30 shipment identification
    441 ID 1 1 tax exempt code
    443 AN 1 20 contact inquiry reference
    446 DT 6 8 terms net due date
    447 AN 1 4 loop identifier
    455 ID 1 2 responsible agency code
    478 ID 1 1 credit or debit flag
    479 ID 2 2 functional identifier code
    480 AN 1 12 version
    499 AN 1 10 condition value
    522 ID 1 3 amount qualifier
    559 ID 2 2 agency qualifier code
    587 ID 2 2 acknowledgement type
    610 N2 1 15 amount
    623 ID 2 2 time code
    628 AN 1 12 hierarchical number
    639 ID 2 2 basis of unit price code
    640 ID 2 2 transaction type code
    641 ID 3 3 status reason code
    646 R 1 15 quantity shipped to date
    648 ID 3 3 price multiplier qualifier
    649 R 1 10 multiplier
    662 ID 1 1 relationship code
    668 ID 2 2 line item status code
    669 ID 3 3 currency market or exchange code
    673 ID 2 2 quantity qualifier
    683 ID 2 2 catalogue purpose code
    684 AN 1 15 catalogue number
    687 ID 2 2 class of trade code
    688 ID 2 2 restrictions or conditions qualifier
    706 ID 2 2 entity relationship code
    715 ID 1 1 functional group acknowledge code
    716 ID 1 3 functional group syntax error code
    717 ID 1 1 transaction set acknowledgement code
    718 ID 1 3 transaction set syntax error code
    719 N0 1 10 segment position in transaction set
    720 ID 1 3 segment syntax error code
    721 ID 2 3 segment identifier
    731 ID 1 2 transit direction code
    732 ID 2 2 transit time direction qualifier
    733 R 1 4 transit time
    735 ID 1 2 hierarchical level code
    736 ID 1 1 hierarchical child code
    737 ID 2 2 measurement reference
    738 ID 1 3 measurement qualifier
    739 R 1 20 measurement value
    740 R 1 20 range minimum
    741 R 1 20 range maximum
    750 ID 2 3 product or process characteristic code
    751 AN 1 12 product description code
    752 ID 2 2 surface, layer or position code
    755 ID 2 2 report type code
    770 AN 1 20 option number
    765 N0 1 2 day of month
    782 R 1 18 monetary amount
    810 N0 1 6 inner pack
    819 ID 2 3 language code
    822 AN 1 15 source subqualifier
    828 R 1 9 dollar basis for percent
    859 ID 2 2 activity code
    933 AN 1 264 message text
    934 ID 2 2 printer carriage control code
    935 ID 2 2 measurement significance code
    936 ID 2 2 measurement attribute code
    954 R 1 10 tax percent
    955 ID 2 2 tax jurisdiction code qualifier
    956 AN 1 10 tax jurisdiction code
    963 ID 1 2 tax type code
    1005 ID 4 4 hierarchical structure code
    1019 ID 2 2 invoice type code
    1073 ID 1 1 yes or no
    1250 ID 2 3 date format qualifier
    1251 AN 1 35 date period
    1300 ID 4 4 allowance or charge code
    1301 AN 1 10 agency service code
    1470 N0 1 9 number
    """
}

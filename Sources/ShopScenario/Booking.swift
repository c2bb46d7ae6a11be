/// One line of a document to be booked.
struct Booking {
  enum Kind: String {
    case opening, receipt, sale, transfer, adjustment
    case writeOff = "write-off"
  }

  let item: Int
  let place: Int
  let time: Int
  /// Thousandths of the unit, in positive and out negative; the transfer's to the other place is a booking of its own.
  let milli: Int
  let kind: Kind
  let document: String
  let line: Int
  /// The month in which the document comes to the office; 0 for what was there before, 13 for what comes after the year.
  let batch: Int
  /// Millionths, where the document states a cost.
  var cost: Int?
  /// The price paid, in cents.
  var price: Int?
  var reason: String?
  var lot: String?
  /// Last day of use, counted from the first day of the year.
  var expires: Int?
  var note: String?
}

/// An unrecorded event: the shop does not know it, the tests do.
struct Invention {
  let cause: String
  let item: Int
  let place: Int
  let time: Int
  /// Thousandths that are gone without a paper; negative when there is more than the papers say.
  let loss: Int
}

/// One look at a shelf.
struct Look {
  let item: Int
  let time: Int
  /// What was there.
  let real: Int
  /// What was written down.
  let counted: Int
}

/// The looks at all shelves of a place on one evening.
struct CountEvening {
  let name: String
  let place: Int
  let month: Int
  let isFull: Bool
  /// The count at the end.
  let isLast: Bool
  let cutOff: Int
  /// By item.
  var first: [Int: Look] = [:]
  /// The count of a second counter, at closing time.
  var second: [Int: Look] = [:]
}

public import FormatKit
internal import JSONReading

/// Writes the tree: users with their posts, and books under their titles.
///
/// It takes batches of `users` and `posts`, user by user, and then those of `listings`, with columns named as the
/// fields. The key of a book is its title. If the code of a listing differs from its title, the key is `Title (code)`,
/// so that two copies of one book do not overwrite each other; the title and the code are then also written as
/// properties.
public struct BookwormWriter: BatchWriter {
  private enum Branch { case users, books, none }

  private var json: JSONTextWriter
  private var branch = Branch.none
  private var isInUser = false
  private var isInPosts = false
  private var user: String?
  /// Addresses by code; books name their users by address.
  private var addresses: [String: String] = [:]
  private var known = BookwormUsers()
  private var sawBranches: Set<String> = []

  init(to sink: ByteSink) throws(Problems) {
    json = JSONTextWriter(to: sink)
    try json.beginObject()
  }

  public mutating func write(_ batch: borrowing RecordBatch) throws(Problems) {
    for row in 0..<batch.rowCount {
      let record = batch.texts(ofRow: row)
      let position = batch.position(row: row)
      let place = SourcePosition(line: position.line, record: position.record)
      switch batch.schema.table {
      case "users": try write(user: record, at: place)
      case "posts": try write(post: record, at: place)
      case "listings": try write(book: record, at: place)
      case let other:
        throw Problems(.bookwormUnwritable, value: other, "records of '\(other)' have no place in the tree")
      }
    }
  }

  public mutating func finish() throws(Problems) {
    try enter(.none)
    try json.endObject()
    try json.endLine()
  }

  private mutating func enter(_ next: Branch) throws(Problems) {
    guard next != branch else { return }
    try leaveUser()
    if branch != .none { try json.endObject() }
    branch = next
    guard next != .none else { return }
    let name = next == .users ? "users" : "books"
    guard sawBranches.insert(name).inserted else {
      throw Problems(.bookwormUnwritable, value: name, "'\(name)' come in two parts; a tree has one of each")
    }
    try json.key(name)
    try json.beginObject()
  }

  // MARK: - Users

  private mutating func write(user record: [String: String], at position: SourcePosition) throws(Problems) {
    let code = try Self.required("user", record, at: position)
    if let email = record["email"] {
      guard addresses.count < BookwormUsers.maximum else {
        throw Problems(.bookwormUnwritable, at: position, "there are more than 250,000 users")
      }
      // Of two users with one address, books name the second by the key.
      if known.add(code, email: email) { addresses[code] = email }
    }
    // People who only list books are not users of the tree; their attribute contains the mark.
    if record["attributes"] == BookwormRecords.strangerMark { return }
    try open(code, at: position)
    if let name = record["display_name"] { try json.member("username", string: name) }
    let others = try Self.members(of: record["attributes"], at: position)
    var own: Set<String> = ["username", "posts", BookwormRecords.emailKey]
    if let email = record["email"] {
      let key = others.last { $0.key == BookwormRecords.emailKey }?.value.string ?? "email"
      if own.insert(key).inserted { try json.member(key, string: email) }
    }
    for member in others where own.insert(member.key).inserted {
      try json.key(member.key)
      try json.value(member.value)
    }
  }

  private static func members(
    of attributes: String?, at position: SourcePosition
  ) throws(Problems) -> [JSONMember] {
    guard let attributes else { return [] }
    let value = try? JSONEventReader(.text(attributes)).value()
    guard let value, value.isObject else {
      throw Problems(
        .bookwormUnwritable, at: position, value: attributes,
        "the attributes '\(BookwormRecords.shown(attributes))' are not an object of JSON")
    }
    return value.members
  }

  private mutating func open(_ code: String, at position: SourcePosition) throws(Problems) {
    try enter(.users)
    try leaveUser()
    try json.key(try Self.key(code, at: position))
    try json.beginObject()
    (isInUser, user) = (true, code)
  }

  private mutating func leaveUser() throws(Problems) {
    if isInPosts { try json.endObject() }
    if isInUser { try json.endObject() }
    (isInPosts, isInUser, user) = (false, false, nil)
  }

  private mutating func write(post record: [String: String], at position: SourcePosition) throws(Problems) {
    let code = try Self.required("user", record, at: position)
    let post = try Self.required("post", record, at: position)
    if user != code { try open(code, at: position) }
    if !isInPosts {
      try json.key("posts")
      try json.beginObject()
      isInPosts = true
    }
    try json.member(try Self.key(post, at: position), string: record["message"] ?? "")
  }

  // MARK: - Books

  private mutating func write(book record: [String: String], at position: SourcePosition) throws(Problems) {
    try enter(.books)
    let code = try Self.required("listing", record, at: position)
    let title = record["title"] ?? code
    let isByTitle = BookwormRecords.code(ofTitle: title) == code
    try json.key(try Self.key(isByTitle ? title : "\(title) (\(code))", at: position))
    try json.beginObject()
    for (key, field) in BookwormRecords.bookKeys {
      // A book of the tree that says nothing is for trade and has its key as title; a listing without them says so.
      guard let text = record[field] ?? (["listing_kind", "title"].contains(field) ? "" : nil) else { continue }
      if isByTitle, field == "title" && !text.isEmpty || field == "listing" { continue }
      if field == "listing_kind", text == BookwormOptions.ListingKind.forTrade.rawValue { continue }
      try json.member(key, string: text)
    }
    if let user = record["user"] { try json.member("user", string: addresses[user] ?? BookwormKey.escaped(user)) }
    if let latitude = record["latitude"], let longitude = record["longitude"] {
      try json.member("lattitude", string: latitude)
      try json.member("longitude", string: longitude)
    }
    try json.endObject()
  }

  // MARK: - Keys

  private static func required(
    _ field: String, _ record: [String: String], at position: SourcePosition
  ) throws(Problems) -> String {
    guard let text = record[field] else {
      throw Problems(.bookwormUnwritable, at: position, "a record has no '\(field)'")
    }
    return text
  }

  private static func key(_ text: String, at position: SourcePosition) throws(Problems) -> String {
    let key = BookwormKey.escaped(text)
    guard key.utf8.count <= BookwormKey.maximumBytes else {
      throw Problems(
        .bookwormUnwritable, at: position, value: text,
        "'\(BookwormRecords.shown(text))' is longer than the 768 bytes of a key")
    }
    return key
  }
}

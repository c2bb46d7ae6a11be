import FormatKit
import JSONReading
internal import RetailValues

/// Makes records of the books and users of a tree.
struct BookwormRecords {
  static let users = schema("users", ["user", "display_name", "email", "attributes"])
  static let listings = schema(
    "listings",
    [
      "listing", "user", "listing_kind", "product_code", "isbn", "title", "author", "publisher", "condition", "summary",
      "picture", "latitude", "longitude", "posted_at", "message",
    ])
  static let posts = schema("posts", ["user", "post", "post_kind", "message", "posted_at"])

  private static func schema(_ kind: String, _ fields: [String]) -> Schema {
    let known = Vocabulary.kind(kind)?.schema.columns ?? []
    return Schema(table: kind, columns: fields.map { name in known.first { $0.name == name } ?? Column(name: name) })
  }

  /// The keys of a book that are texts, with their fields; those that the app does not have are written by this format.
  static let bookKeys: [(key: String, field: String)] = [
    ("author", "author"), ("condition", "condition"), ("summary", "summary"), ("publ", "publisher"),
    ("isbn", "isbn"), ("listing_kind", "listing_kind"), ("product_code", "product_code"), ("picture", "picture"),
    ("posted_at", "posted_at"), ("message", "message"), ("title", "title"), ("listing", "listing"),
  ]
  /// The maximum length of codes; a longer title gets a number made from it, which keeps it unique.
  static let maximumCode = 200

  let options: BookwormOptions
  var known = BookwormUsers()
  /// People who list books and are not users, as far as they are known.
  private var strangers: Set<String> = []

  init(_ options: BookwormOptions) { self.options = options }

  // MARK: - Books

  mutating func rows(ofBook key: String, _ value: JSONValue) -> [TableRow] {
    var row = TableRow("listings", at: value.position)
    let title = BookwormKey.text(key)
    row["listing"] = Self.code(ofTitle: title)
    row["title"] = title
    guard value.isObject, !title.isEmpty else {
      row.problems.append(
        Problem(
          .bookwormShape, at: value.position, value: value.text,
          title.isEmpty
            ? "a book has no title" : "the book '\(Self.shown(title))' is '\(Self.shown(value.text))' and not an object"
        ))
      return [row]
    }
    if BookwormKey.holdsForbidden(key) { row.problems.append(Self.forbidden(key, value.position)) }
    if value["listing_kind"] == nil { row["listing_kind"] = options.books.rawValue }
    if value["title"]?.string == "" { row["title"] = nil }
    for (key, field) in Self.bookKeys {
      if let text = Self.text(value[key], key, of: title, &row) { row[field] = text }
    }
    takePlace(of: value, &row)
    let rows = takeUser(of: value, &row)
    let keys = Set(Self.bookKeys.map(\.key)).union(["user", "lattitude", "latitude", "longitude"])
    for member in value.members where !keys.contains(member.key) {
      row.problems.append(
        Problem(
          .bookwormUnknownKey, at: member.value.position, value: member.key,
          "'\(Self.shown(member.key))' of '\(Self.shown(title))' is left out"))
    }
    return rows + [row]
  }

  static func code(ofTitle key: String) -> String {
    // The title keeps the white space at its ends, so that the key is written back unchanged; the code is trimmed.
    let title = key.trimmingSpaces()
    guard title.count > maximumCode else { return title }
    return "\(title.prefix(170)) \(BookwormUsers.code(unknown: title).dropFirst(5))"
  }

  private mutating func takeUser(of value: JSONValue, _ row: inout TableRow) -> [TableRow] {
    let shown = Self.shown(row["title"] ?? "")
    guard let email = Self.text(value["user"], "user", of: shown, &row)?.trimmingSpaces() else {
      row.problems.append(
        Problem(.bookwormUnknownUser, at: value.position, "the book '\(shown)' belongs to nobody"))
      return []
    }
    if let code = known.code(of: email) {
      row["user"] = code
      return []
    }
    let position = value["user"]?.position ?? value.position
    // A text that is not an address is a user's code, as this format writes it for users without an address.
    guard BookwormUsers.isEmail(email) else {
      row["user"] = BookwormKey.text(email)
      return []
    }
    let code = BookwormUsers.code(unknown: email)
    row["user"] = code
    guard strangers.count < BookwormUsers.maximum, strangers.insert(code).inserted else { return [] }
    row.problems.append(
      Problem(
        .bookwormUnknownUser, at: position, value: email,
        "the book '\(shown)' belongs to '\(Self.shown(email))', who is not among the users"))
    var user = TableRow("users", at: position)
    user["user"] = code
    user["email"] = email
    user["attributes"] = Self.strangerMark
    return [user]
  }

  /// The mark of people who only list books and are not users of the tree.
  static let strangerMark = "{\"listed_only\":true}"

  private func takePlace(of value: JSONValue, _ row: inout TableRow) {
    let title = Self.shown(row["title"] ?? "")
    var latitude = value["lattitude"]
    if let other = value["latitude"] {
      if latitude == nil || latitude?.isNull == true {
        latitude = other
        row.problems.append(
          Problem(
            .bookwormLatitudeKey, at: other.position, value: "latitude", "'\(title)' has its latitude under 'latitude'")
        )
      } else if latitude?.scalar != other.scalar {
        row.problems.append(
          Problem(
            .bookwormPlace, at: other.position, value: other.text,
            "'\(title)' has another latitude under 'latitude', which is left out",
            remedy: "That under 'lattitude' is taken."))
      }
    }
    let (north, east) = (Self.trimmed(latitude), Self.trimmed(value["longitude"]))
    if north == nil, east == nil { return }
    func warn(_ what: String, _ blamed: JSONValue?) {
      row.problems.append(
        Problem(
          .bookwormPlace, at: blamed?.position ?? value.position, value: blamed?.text,
          "the place of '\(title)': \(what)"))
    }
    guard let north, let east else {
      return warn(
        north == nil ? "there is a longitude and no latitude" : "there is a latitude and no longitude",
        north == nil ? value["longitude"] : latitude)
    }
    guard let latitudeDegrees = Degrees(north), Degrees.latitudes.contains(latitudeDegrees) else {
      return warn("latitude '\(Self.shown(north))' is not between -90 and 90", latitude)
    }
    guard let longitudeDegrees = Degrees(east), Degrees.longitudes.contains(longitudeDegrees) else {
      return warn("longitude '\(Self.shown(east))' is not between -180 and 180", value["longitude"])
    }
    row["latitude"] = latitudeDegrees.description
    row["longitude"] = longitudeDegrees.description
  }

  private static func trimmed(_ value: JSONValue?) -> String? {
    guard let value, !value.isNull else { return nil }
    let text = (value.scalar ?? value.text).trimmingSpaces()
    return text.isEmpty ? nil : text
  }

  // MARK: - Users

  /// The address of a user, and its key: the app uses any key for it.
  static func email(of user: JSONValue) -> (key: String, address: String)? {
    let candidates = user.members.compactMap { member -> (key: String, address: String)? in
      guard member.key != "username", let text = member.value.string?.trimmingSpaces(), BookwormUsers.isEmail(text)
      else {
        return nil
      }
      return (member.key, text)
    }
    return candidates.first { $0.key == "email" } ?? candidates.first
  }

  func rows(ofUser key: String, _ value: JSONValue) -> [TableRow] {
    var row = TableRow("users", at: value.position)
    let code = BookwormKey.text(key)
    row["user"] = code
    guard value.isObject, !code.isEmpty, code.count <= Self.maximumCode else {
      row.problems.append(
        Problem(
          .bookwormShape, at: value.position, value: value.isObject ? key : value.text,
          code.isEmpty
            ? "a user has no key"
            : value.isObject
              ? "the key '\(Self.shown(code))' is longer than a code may be"
              : "the user '\(Self.shown(code))' is '\(Self.shown(value.text))' and not an object"))
      return [row]
    }
    if BookwormKey.holdsForbidden(key) { row.problems.append(Self.forbidden(key, value.position)) }
    row["display_name"] = Self.text(value["username"], "username", of: code, &row)
    let email = Self.email(of: value)
    row["email"] = email?.address
    if let email, known.code(of: email.address) != code {
      row.problems.append(
        Problem(
          .bookwormEmailTwice, at: value[email.key]?.position ?? value.position, value: email.address,
          "'\(Self.shown(email.address))' is the address of another user too"))
    }
    row["attributes"] = attributes(of: value, emailKey: email?.key)
    return [row] + posts(of: value["posts"], code: code)
  }

  /// The other properties of a user, and the key of the address if it is not the usual one.
  private func attributes(of user: JSONValue, emailKey: String?) -> String? {
    let others = user.members.filter { !["username", "posts", emailKey, Self.emailKey].contains($0.key) }
    guard !others.isEmpty || emailKey != nil && emailKey != "email" else { return nil }
    let sink = ByteSink.memory()
    var json = JSONTextWriter(to: sink, indentation: 0)
    // Memory never fails.
    try? json.beginObject()
    for member in others {
      try? json.key(member.key)
      try? json.value(member.value)
    }
    if let emailKey, emailKey != "email" { try? json.member(Self.emailKey, string: emailKey) }
    try? json.endObject()
    return sink.collectedText
  }

  /// The attribute that names the key of an address in the tree.
  static let emailKey = "bookworm_email_key"

  private func posts(of value: JSONValue?, code: String) -> [TableRow] {
    guard let value, !value.isNull else { return [] }
    guard value.isObject || value.isArray else {
      var row = TableRow("posts", at: value.position)
      row["user"] = code
      row.problems.append(
        Problem(
          .bookwormShape, at: value.position, value: value.text,
          "the posts of '\(Self.shown(code))' are '\(Self.shown(value.text))' and not an object"))
      return [row]
    }
    // Firebase gives small numbers as keys back as an array with holes.
    let entries =
      value.isObject
      ? value.members.map { ($0.key, $0.value) }
      : value.elements.enumerated().filter { !$0.element.isNull }.map { ("\($0.offset)", $0.element) }
    return entries.map { key, message in
      var row = TableRow("posts", at: message.position)
      let post = BookwormKey.text(key)
      row["user"] = code
      row["post"] = post
      if post.isEmpty || post.count > Self.maximumCode || message.isObject || message.isArray {
        row.problems.append(
          Problem(
            .bookwormShape, at: message.position, value: message.text,
            "the post '\(Self.shown(post))' of '\(Self.shown(code))' is not a text under a key"))
        return row
      }
      row["message"] = Self.said(message).flatMap { $0.trimmingSpaces().isEmpty ? nil : $0 }
      if row["message"] == nil {
        row.problems.append(
          Problem(.bookwormPostMessage, at: message.position, "the post '\(Self.shown(post))' has no message"))
      }
      row["post_kind"] = row["message"].flatMap { Self.kind(ofMessage: $0) }
      row["posted_at"] = Self.moment(post)
      if row["posted_at"] == nil {
        row.problems.append(
          Problem(
            .bookwormPostTime, at: message.position, value: post,
            "the key '\(Self.shown(post))' of a post is not a time"))
      }
      return row
    }
  }

  /// What a post is about, where it begins with saying so.
  static func kind(ofMessage message: String) -> String? {
    let text = message.lowercased()
    return text.hasPrefix("for trade") ? "for-trade" : text.hasPrefix("asking for") ? "asking-for" : nil
  }

  /// The moment that a key means: milliseconds or seconds since 1970, or a date with a time of day, in UTC unless it
  /// names an offset.
  static func moment(_ key: String) -> String? {
    if let number = Int64(key) {
      switch key.count {
      case 12...13: return Timestamp(millisecondsSince1970: number).iso8601
      case 9...10: return Timestamp(millisecondsSince1970: number * 1000).iso8601
      default: return nil
      }
    }
    let compact = key.replacing(" +0000", with: "Z").replacing(" UTC", with: "Z")
    guard compact.count >= 16, let moment = Timestamp(compact, clock: .utc) else { return nil }
    return moment.iso8601
  }

  // MARK: - Values

  private static func text(_ value: JSONValue?, _ key: String, of owner: String, _ row: inout TableRow) -> String? {
    guard let value, !value.isNull else { return nil }
    if let text = said(value) {
      return text.trimmingSpaces().isEmpty ? nil : text
    }
    row.problems.append(
      Problem(
        .bookwormShape, at: value.position, value: value.text,
        "'\(key)' of '\(shown(owner))' is '\(shown(value.text))' and not a text"))
    return nil
  }

  /// A value that is neither a list nor an object, as a text.
  ///
  /// Do not write this as `value.scalar ?? value.boolean.map { … }`: it crashes the optimising compiler of Swift 6.3.1.
  private static func said(_ value: JSONValue) -> String? {
    if let flag = value.boolean { return flag ? "true" : "false" }
    return value.scalar
  }

  private static func forbidden(_ key: String, _ position: SourcePosition) -> Problem {
    Problem(
      .bookwormForbiddenKey, at: position, value: key, "the key '\(shown(key))' holds one of . $ # [ ] / or a control")
  }

  /// Enough of a value to know it by.
  static func shown(_ text: String) -> String { text.count <= 80 ? text : text.prefix(79) + "…" }
}

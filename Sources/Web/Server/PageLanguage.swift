internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import Serving
internal import Wording

/// In which language a browser is shown the pages.
enum PageLanguage {
  /// What is read of the header; a browser sends some dozens of bytes.
  private static let mostBytes = 1_000
  private static let mostRanges = 20

  /// The language that somebody chose, else the one that the browser asks for, else that of the shop.
  ///
  /// - Parameters:
  ///   - cookie: the value of the cookie, which anybody may write.
  ///   - header: the value of `Accept-Language`.
  static func of(cookie: String?, accepting header: String?, shop: Language) -> Language {
    cookie.flatMap(Language.init(rawValue:)) ?? header.flatMap { asked(in: $0, shop: shop) } ?? shop
  }

  /// The language of ours that `Accept-Language` prefers (RFC 9110, section 12.5.4); nil where it names none.
  static func asked(in header: String, shop: Language) -> Language? {
    let ranges = String(decoding: header.utf8.prefix(mostBytes), as: UTF8.self).split(separator: ",").prefix(mostRanges)
    var best: (language: Language, weight: Int)?
    let named = ranges.compactMap { range -> (tag: Substring, weight: Int)? in
      let parts = range.split(separator: ";", maxSplits: 1)
      guard let first = parts.first?.trimmed, !first.isEmpty else { return nil }
      guard let weight = parts.count > 1 ? weight(parts[1].trimmed) : 1_000 else { return nil }
      // Of `de-CH`, what we have is German (RFC 4647, section 3.4).
      return (Substring(first.lowercased()).prefix { $0 != "-" }, weight)
    }
    let refused = named.filter { $0.weight == 0 }.compactMap { Language(rawValue: String($0.tag)) }
    for (tag, weight) in named where weight > best?.weight ?? 0 {
      // Any other language is that of the shop.
      if tag == "*", !refused.contains(shop) { best = (shop, weight) }
      if let language = Language(rawValue: String(tag)) { best = (language, weight) }
    }
    return best?.language
  }

  /// A weight such as `q=0.8` in thousandths; nil for what is none (RFC 9110, section 12.4.2).
  private static func weight(_ text: String) -> Int? {
    let bytes = Array(text.lowercased().utf8)
    guard bytes.starts(with: "q=".utf8), (3...7).contains(bytes.count), bytes[2] == 48 || bytes[2] == 49 else {
      return nil
    }
    guard bytes.count == 3 || bytes[3] == UInt8(ascii: ".") else { return nil }
    let decimals = bytes.dropFirst(4)
    guard decimals.allSatisfy({ (48...57).contains($0) }) else { return nil }
    var weight = Int(bytes[2]) - 48
    for place in 0..<3 {
      weight = weight * 10 + (decimals.count > place ? Int(decimals[decimals.startIndex + place]) - 48 : 0)
    }
    return weight <= 1_000 ? weight : nil
  }

  /// What each language is called in itself.
  static func name(_ language: Language) -> String {
    switch language {
    case .english: "English"
    case .german: "Deutsch"
    case .french: "Français"
    case .spanish: "Español"
    case .swedish: "Svenska"
    }
  }

  /// Where people choose a language, on the page More.
  static func add(to routes: PageRoutes) {
    routes.post("/language") { visit in
      let name = visit.form["language"] ?? ""
      let chosen = Language(rawValue: name)
      guard chosen != nil || name.isEmpty else { throw PageFailure.notFound }
      var response = visit.redirect(to: "/more")
      response.setCookie(visit.site.cookie(choosing: chosen))
      return response
    }
  }

  /// The values for the choice on the page More.
  static func values(_ visit: Visit) -> [String: Any] {
    ["languages": choices(visit.chosenLanguage), "follows_browser": visit.chosenLanguage == nil]
  }

  /// The languages to choose from, by their names.
  ///
  /// - Parameter current: the one that is marked; nil for none.
  static func choices(_ current: Language?) -> [[String: Any]] {
    Language.allCases.sorted { name($0) < name($1) }.map { language in
      ["code": language.rawValue, "name": name(language), "is_current": language == current]
    }
  }
}

extension Site {
  /// The language in which a browser is shown the pages.
  func language(of request: Request, _ settings: ServedSettings?) -> Language {
    PageLanguage.of(
      cookie: chosenLanguage(request)?.rawValue, accepting: request.headers[.acceptLanguage],
      shop: settings?.frame.language ?? .english)
  }

  /// The language that somebody chose in this browser; nil where it goes by the browser.
  func chosenLanguage(_ request: Request) -> Language? {
    request.cookies[address.languageCookie].flatMap { Language(rawValue: $0.value) }
  }
}

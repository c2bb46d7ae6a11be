internal import ProblemKit
internal import RetailValues

/// The formats of plain text accounting.
extension JournalWriter {
  private var title: String {
    let closed = heading.closedThrough.map { ", closed through \($0)" } ?? ", nothing closed yet"
    return "Stock journal of \(Self.line(heading.shopName)), \(heading.currency)\(closed)"
  }

  private var accountsByName: [(key: String, value: String)] { heading.accounts.sorted { $0.key < $1.key } }

  // MARK: - hledger

  /// hledger has no quoting. A semicolon begins a comment, a bar parts payee and note, a comma ends the value of a tag, and
  /// brackets in a comment may hold a date.
  private static let hledgerReplacements: [Unicode.Scalar: String] = [
    ";": ".", "|": "/", "[": "(", "]": ")",
  ]

  private static func hledgerTag(_ text: String) -> String {
    line(text, replacing: hledgerReplacements.merging([",": " "]) { first, _ in first })
  }

  func hledgerHead() -> String {
    let digits = heading.currency.minorUnitDigits
    var text = """
      ; \(title)
      decimal-mark .
      commodity 1000.\(String(repeating: "0", count: digits)) \(heading.currency)

      """
    for (account, _) in accountsByName { text += "account \(account)\n" }
    return text
  }

  func hledger(_ entry: JournalEntry) -> String {
    var text =
      "\n\(entry.date) (\(entry.id)) \(Self.line(entry.description, replacing: Self.hledgerReplacements))\n"
    for (name, value) in details(entry) { text += "    ; \(name): \(Self.hledgerTag(value))\n" }
    for posting in entry.postings {
      text += "    \(posting.account)  \(amount(posting.amount)) \(heading.currency)\n"
    }
    return text
  }

  // MARK: - Beancount

  private static func quoted(_ text: String) -> String {
    "\"" + line(text, replacing: ["\\": "\\\\", "\"": "\\\""]) + "\""
  }

  func beancountHead() throws(Problems) -> String {
    var text = """
      ; \(title)
      option "title" \(Self.quoted("Stock journal of \(heading.shopName)"))
      option "operating_currency" "\(heading.currency)"


      """
    if let first = heading.accounts.values.min() {
      text += """
        \(first) commodity \(heading.currency)
          precision: \(heading.currency.minorUnitDigits)

        """
    }
    // Two names may become one.
    var opened: [String: String] = [:]
    for (account, first) in heading.accounts {
      let name = try JournalAccounts.beancount(account)
      opened[name] = min(opened[name] ?? first, first)
    }
    for (account, first) in opened.sorted(by: { $0.key < $1.key }) {
      text += "\(first) open \(account) \(heading.currency)\n"
    }
    return text
  }

  func beancount(_ entry: JournalEntry) throws(Problems) -> String {
    let links = "^\(entry.id)" + (entry.corrects.map { " ^\($0)" } ?? "")
    var text = "\n\(entry.date) * \(Self.quoted(entry.description)) \(links)\n"
    for (name, value) in [("id", entry.id)] + details(entry) { text += "  \(name): \(Self.quoted(value))\n" }
    for posting in entry.postings {
      text += "  \(try JournalAccounts.beancount(posting.account))  \(amount(posting.amount)) \(heading.currency)\n"
    }
    return text
  }
}

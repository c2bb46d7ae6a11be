public import FormatKit
internal import JSONReading

/// Reads users with their posts, and books as listings.
///
/// The tree is read twice, because the books come first and name their users by address.
public struct BookwormReader: BatchReader {
  private let state: State

  init(
    _ source: ByteSource, _ options: BookwormOptions, maximumUsers: Int = BookwormUsers.maximum
  ) throws(Problems) {
    state = State(source, options, try JSONEventReader(source, charset: options.charset), maximumUsers: maximumUsers)
  }

  public mutating func read(into batch: inout RecordBatch) throws(Problems) -> Bool {
    try state.read(into: &batch)
  }

  public var findings: [SourceFinding] { state.findings }

  /// The state that continues between batches, and cannot be copied.
  private final class State {
    private enum Branch { case books, users }

    private let source: ByteSource
    private let reader: JSONEventReader
    private let charset: Charset?
    private let maximumUsers: Int
    private var records: BookwormRecords
    private var rows = TableRows([BookwormRecords.users, BookwormRecords.listings, BookwormRecords.posts])
    private var branch: Branch?
    private var hasBegun = false
    private var isAtEnd = false
    private var sawBranch = false
    private var failure: Problems?
    /// Other branches, which are not read.
    private var others: [String] = []

    init(_ source: ByteSource, _ options: BookwormOptions, _ reader: JSONEventReader, maximumUsers: Int) {
      self.maximumUsers = maximumUsers
      self.source = source
      self.reader = reader
      charset = options.charset
      records = BookwormRecords(options)
    }

    var findings: [SourceFinding] {
      let shown = others.sorted().map { $0.count <= 80 ? $0 : $0.prefix(79) + "…" }.joined(separator: ", ")
      return reader.findings
        + (others.isEmpty ? [] : [SourceFinding("not read", shown, evidence: "only books and users are")])
    }

    func read(into batch: inout RecordBatch) throws(Problems) -> Bool {
      if !hasBegun {
        hasBegun = true
        try gatherAddresses()
        guard try reader.next() == .beginObject else { throw wrong("the document is not an object") }
      }
      while !rows.hasOutgoing, !isAtEnd {
        do throws(Problems) {
          isAtEnd = try !advance()
        } catch {
          (failure, isAtEnd) = (error, true)
        }
        if isAtEnd { rows.flush() }
      }
      guard rows.hasOutgoing else {
        if let failure { throw failure }
        return false
      }
      rows.fill(&batch, source: source.name)
      return true
    }

    private func wrong(_ message: String) -> Problems {
      Problems(.wrongFormat, source: source.name, at: reader.position, message)
    }

    /// One book or user further; false at the end.
    private func advance() throws(Problems) -> Bool {
      if let branch {
        guard let key = try reader.nextKey() else {
          self.branch = nil
          return true
        }
        let value = try reader.value()
        var made = branch == .books ? records.rows(ofBook: key, value) : records.rows(ofUser: key, value)
        made[made.count - 1].problems += reader.takeProblems()
        rows.add(contentsOf: made)
        return true
      }
      guard let key = try reader.nextKey() else {
        _ = try reader.next()
        if !sawBranch { throw wrong("the tree has neither 'books' nor 'users'") }
        return false
      }
      guard key == "books" || key == "users" else {
        if others.count < 20 { others.append(key) }
        try reader.skipValue()
        return true
      }
      sawBranch = true
      switch try reader.next() {
      case .beginObject: branch = key == "books" ? .books : .users
      case .null, nil: break
      default: throw wrong("'\(key)' is not an object")
      }
      return true
    }

    /// Reads through the tree for the users' addresses. An invalid tree is refused here. Otherwise a book might be
    /// assigned to an unknown person because its user comes after the syntax error.
    private func gatherAddresses() throws(Problems) {
      let first = try JSONEventReader(source, charset: charset)
      guard try first.next() == .beginObject else { return }
      while let key = try first.nextKey() {
        guard key == "users" else {
          try first.skipValue()
          continue
        }
        // The main pass reports a value that is not an object.
        guard try first.next() == .beginObject else { return }
        while let code = try first.nextKey() {
          let user = try first.value()
          _ = first.takeProblems()
          guard let email = BookwormRecords.email(of: user)?.address else { continue }
          _ = records.known.add(BookwormKey.text(code), email: email)
          guard records.known.count <= maximumUsers else {
            throw Problems(
              .bookwormTooManyUsers, source: source.name, at: first.position, "the tree has more than 250,000 users")
          }
        }
      }
      _ = try first.next()
    }
  }
}

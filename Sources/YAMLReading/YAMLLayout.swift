internal import Yams

/// Where the entries of a YAML text are, as bytes and lines, and the edits that change them.
///
/// It knows the ways in which people write settings: block mappings, mappings in braces, quoted texts. What it does not
/// know, it refuses or gets wrong, and ``YAMLEdit`` compares the result.
struct YAMLLayout {
  /// Bytes that take the place of others.
  struct Edit {
    var range: Range<Int>
    var text: String
  }

  /// An entry of a mapping.
  struct Entry {
    let name: String
    /// Where the key begins.
    let key: Int
    let value: Node
    /// Where the value begins; before the key for an alias, whose value is elsewhere.
    let valueStart: Int
    let isInBraces: Bool
  }

  private let bytes: [UInt8]
  /// Where each line begins.
  private var starts = [0]
  /// Where each line ends, without its line break.
  private var ends: [Int] = []

  init(_ text: String) {
    bytes = Array(text.utf8)
    var at = 0
    while at < bytes.count {
      let length = Self.lineBreak(in: bytes, at: at)
      if length > 0 {
        ends.append(at)
        starts.append(at + length)
      }
      at += max(length, 1)
    }
    ends.append(bytes.count)
  }

  /// The length of a line break at a position, as libyaml counts lines; 0 without one.
  private static func lineBreak(in bytes: [UInt8], at index: Int) -> Int {
    func byte(_ offset: Int) -> UInt8 { index + offset < bytes.count ? bytes[index + offset] : 0 }
    switch byte(0) {
    case UInt8(ascii: "\n"): return 1
    case UInt8(ascii: "\r"): return byte(1) == UInt8(ascii: "\n") ? 2 : 1
    case 0xC2: return byte(1) == 0x85 ? 2 : 0
    case 0xE2: return byte(1) == 0x80 && (byte(2) == 0xA8 || byte(2) == 0xA9) ? 3 : 0
    default: return 0
    }
  }

  /// The text after some edits, which do not overlap.
  func text(after edits: [Edit]) -> String {
    var changed = bytes
    // From the end, and what is taken out at a position before what is put there.
    let order = edits.sorted {
      ($0.range.lowerBound, $0.range.count) > ($1.range.lowerBound, $1.range.count)
    }
    for edit in order {
      changed.replaceSubrange(edit.range, with: Array(edit.text.utf8))
    }
    return String(decoding: changed, as: UTF8.self)
  }

  // MARK: Entries

  /// The entries of a mapping, in their order.
  func entries(of mapping: Node.Mapping) throws -> [Entry] {
    // The style that Yams gives is always the default: it reads that of the mapping's end.
    let start = mapping.mark.map { offset(of: $0) } ?? bytes.count
    let isInBraces = start < bytes.count && bytes[start] == UInt8(ascii: "{")
    return try mapping.map { key, value in
      guard case .scalar(let scalar) = key, let keyMark = scalar.mark, let valueMark = value.mark else {
        throw YAMLEdit.Refusal(line: key.mark?.line ?? 0, message: "a key is not a plain text")
      }
      let start = offset(of: keyMark)
      guard start < bytes.count, !"?&*!".utf8.contains(bytes[start]) else { throw refusal(at: start) }
      return Entry(
        name: scalar.string, key: start, value: value, valueStart: offset(of: valueMark),
        isInBraces: isInBraces)
    }
  }

  /// - Throws: a refusal where the value has an anchor or a tag, or is an alias.
  func requirePlainValue(of entry: Entry) throws {
    guard entry.valueStart > entry.key else { throw refusal(at: entry.key) }
    guard entry.valueStart < bytes.count, !"&*!|>".utf8.contains(bytes[entry.valueStart]) else {
      throw refusal(at: entry.key)
    }
  }

  private func refusal(at offset: Int) -> YAMLEdit.Refusal {
    YAMLEdit.Refusal(line: line(of: offset) + 1, message: "it is written with one of the signs & * ! ? | >")
  }

  /// The byte of a mark, whose columns are Unicode scalars.
  private func offset(of mark: Mark) -> Int {
    guard mark.line >= 1, mark.line <= starts.count else { return bytes.count }
    var at = starts[mark.line - 1]
    for _ in 1..<max(mark.column, 1) where at < bytes.count {
      at += 1
      while at < bytes.count, bytes[at] & 0xC0 == 0x80 { at += 1 }
    }
    return at
  }

  /// The line of a byte, from 0.
  private func line(of offset: Int) -> Int {
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  // MARK: Where a value ends

  private func isBlank(_ index: Int) -> Bool {
    index < bytes.count && (bytes[index] == UInt8(ascii: " ") || bytes[index] == UInt8(ascii: "\t"))
  }

  private func isSpace(_ index: Int) -> Bool {
    isBlank(index) || index < bytes.count && Self.lineBreak(in: bytes, at: index) > 0
  }

  private func isComment(_ index: Int) -> Bool {
    index < bytes.count && bytes[index] == UInt8(ascii: "#") && (index == 0 || isSpace(index - 1))
  }

  /// Where a quoted text ends.
  private func endOfQuoted(_ start: Int) -> Int? {
    let quote = bytes[start]
    var at = start + 1
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
        at += 2
      } else if bytes[at] == quote {
        // In single quotes, two of them are one.
        guard quote == UInt8(ascii: "'"), at + 1 < bytes.count, bytes[at + 1] == quote else { return at + 1 }
        at += 2
      } else {
        at += 1
      }
    }
    return nil
  }

  /// Where what is in brackets or braces ends.
  private func endOfBracketed(_ start: Int) -> Int? {
    var (depth, at, mayQuote) = (0, start, true)
    while at < bytes.count {
      if isComment(at) {
        at = ends[line(of: at)]
        continue
      }
      switch bytes[at] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): (depth, mayQuote) = (depth + 1, true)
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        (depth, mayQuote) = (depth - 1, false)
        if depth == 0 { return at + 1 }
      case UInt8(ascii: ","), UInt8(ascii: ":"): mayQuote = true
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        if mayQuote {
          guard let end = endOfQuoted(at) else { return nil }
          at = end
          mayQuote = false
          continue
        }
      default: if !isSpace(at) { mayQuote = false }
      }
      at += 1
    }
    return nil
  }

  /// Where the value of an entry ends, if it begins on the line of its key or is quoted or in brackets.
  private func endOfValue(_ entry: Entry) -> Int? {
    let start = entry.valueStart
    guard start > entry.key, start < bytes.count else { return nil }
    switch bytes[start] {
    case UInt8(ascii: "{"), UInt8(ascii: "["): return endOfBracketed(start)
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return endOfQuoted(start)
    default:
      guard case .scalar = entry.value else { return nil }
      var at = start
      while at < bytes.count, Self.lineBreak(in: bytes, at: at) == 0, !isComment(at) {
        if entry.isInBraces, ",}]".utf8.contains(bytes[at]) { break }
        at += 1
      }
      while at > start, isSpace(at - 1) { at -= 1 }
      return at
    }
  }

  /// Where the key that begins at a position ends, and where its colon does.
  private func endOfKey(at key: Int) throws -> (key: Int, colon: Int) {
    var at = key
    if "\"'".utf8.contains(bytes[at]) {
      guard let end = endOfQuoted(at) else { throw refusal(at: at) }
      at = end
    } else {
      while at < bytes.count, bytes[at] != UInt8(ascii: ":") || !(isSpace(at + 1) || at + 1 == bytes.count) { at += 1 }
    }
    var end = at
    while end > key, isBlank(end - 1) { end -= 1 }
    while isBlank(at) { at += 1 }
    guard at < bytes.count, bytes[at] == UInt8(ascii: ":") else { throw refusal(at: key) }
    return (end, at + 1)
  }

  // MARK: Lines of a block

  /// Where the text of a line begins after its spaces.
  private func textStart(ofLine line: Int) -> Int {
    var at = starts[line]
    while at < ends[line], bytes[at] == UInt8(ascii: " ") { at += 1 }
    return at
  }

  /// Whether a line has a comment alone; nil when it has nothing.
  private func isCommentLine(_ line: Int) -> Bool? {
    var at = starts[line]
    while at < ends[line], isBlank(at) { at += 1 }
    return at == ends[line] ? nil : bytes[at] == UInt8(ascii: "#")
  }

  /// The lines of an entry in a block, with the comments that are indented more than its key.
  ///
  /// - Throws: a refusal if something is before the key on its line.
  private func lines(of entry: Entry) throws -> ClosedRange<Int> {
    let first = line(of: entry.key)
    guard textStart(ofLine: first) == entry.key else { throw refusal(at: entry.key) }
    let indent = entry.key - starts[first]
    var last = endOfValue(entry).map { line(of: $0) } ?? first
    var next = last + 1
    while next < starts.count {
      let text = textStart(ofLine: next)
      let depth = text - starts[next]
      switch isCommentLine(next) {
      case nil: break
      case true?: if depth > indent, next == last + 1 { last = next }
      case false?:
        let isItem =
          depth == indent && bytes[text] == UInt8(ascii: "-") && (text + 1 == bytes.count || isSpace(text + 1))
        guard depth > indent || isItem else { return first...last }
        last = next
      }
      next += 1
    }
    return first...last
  }

  /// The line break that a line ends with; that of the line before where the text ends.
  private func lineBreak(ofLine line: Int) -> String {
    let ended = line + 1 < starts.count ? line : line - 1
    return ended >= 0 ? String(decoding: bytes[ends[ended]..<starts[ended + 1]], as: UTF8.self) : "\n"
  }

  // MARK: Edits

  /// Adds an entry after those of a mapping.
  ///
  /// - Parameter isRoot: whether it is the mapping of the whole text, whose end is the end of the text.
  func insertion(
    of value: YAMLEntryValue, named name: String, into mapping: Node.Mapping, isRoot: Bool
  ) throws -> [Edit] {
    guard let last = try entries(of: mapping).last else {
      throw YAMLEdit.Refusal(line: mapping.mark?.line ?? 0, message: "there is no entry to add another to")
    }
    if last.isInBraces { return try insertion(of: value, named: name, inBracesAfter: last) }
    let own = try lines(of: last)
    let indent = String(repeating: " ", count: last.key - starts[own.lowerBound])
    let lineBreak = lineBreak(ofLine: own.upperBound)
    let text = value.lines(named: name, indent: indent).joined(separator: lineBreak)
    guard isRoot else {
      let end = ends[own.upperBound]
      return [Edit(range: end..<end, text: lineBreak + text)]
    }
    // The last line is empty if the text ends with a line break.
    let isEnded = starts[starts.count - 1] == bytes.count
    return [Edit(range: bytes.count..<bytes.count, text: isEnded ? text + lineBreak : lineBreak + text)]
  }

  private func insertion(of value: YAMLEntryValue, named name: String, inBracesAfter last: Entry) throws -> [Edit] {
    guard let end = endOfValue(last) else { throw refusal(at: last.key) }
    let own = line(of: last.key)
    let text = "\(YAMLEntryValue.written(name)): \(value.flow)"
    var comma = end
    while comma < bytes.count, isSpace(comma) { comma += 1 }
    let hasComma = comma < bytes.count && bytes[comma] == UInt8(ascii: ",")
    let after = hasComma ? comma + 1 : end
    let mark = Edit(range: end..<end, text: hasComma ? "" : ",")
    guard textStart(ofLine: own) == last.key else {
      return [mark, Edit(range: after..<after, text: " " + text)].filter { !$0.text.isEmpty }.merged
    }
    // Each entry has a line of its own: the new one comes on the next, after a comment of this one.
    var rest = after
    while isBlank(rest) { rest += 1 }
    let stop = rest < bytes.count && isComment(rest) ? ends[line(of: rest)] : after
    let indent = String(repeating: " ", count: last.key - starts[own])
    let added = Edit(range: stop..<stop, text: lineBreak(ofLine: own) + indent + text + (hasComma ? "," : ""))
    return [mark, added].filter { !$0.text.isEmpty }.merged
  }

  /// Gives an entry another value, and another key where one is named.
  func replacement(of entry: Entry, by value: YAMLEntryValue, named name: String?) throws -> [Edit] {
    try requirePlainValue(of: entry)
    let (keyEnd, colonEnd) = try endOfKey(at: entry.key)
    let renaming = name.map { [Edit(range: entry.key..<keyEnd, text: YAMLEntryValue.written($0))] } ?? []
    if let end = endOfValue(entry) {
      // Without a value, its place is directly behind the colon.
      let space = entry.valueStart == colonEnd ? " " : ""
      return renaming + [Edit(range: entry.valueStart..<end, text: space + value.flow)]
    }
    // A list or a mapping on lines of its own. A comment next to the key stays.
    let own = try lines(of: entry)
    return renaming + [
      Edit(range: colonEnd..<colonEnd, text: " " + value.flow),
      Edit(range: ends[own.lowerBound]..<ends[own.upperBound], text: ""),
    ]
  }

  /// Removes an entry.
  func removal(of index: Int, among entries: [Entry]) throws -> [Edit] {
    let entry = entries[index]
    guard entry.isInBraces else {
      let own = try lines(of: entry)
      let end = own.upperBound + 1 < starts.count ? starts[own.upperBound + 1] : bytes.count
      return [Edit(range: starts[own.lowerBound]..<end, text: "")]
    }
    guard let end = endOfValue(entry) else { throw refusal(at: entry.key) }
    var comma = end
    while comma < bytes.count, isSpace(comma) { comma += 1 }
    let hasComma = comma < bytes.count && bytes[comma] == UInt8(ascii: ",")
    let first = line(of: entry.key)
    var rest = hasComma ? comma + 1 : end
    while isBlank(rest) { rest += 1 }
    let last = line(of: rest)
    if textStart(ofLine: first) == entry.key, rest == ends[last] || isComment(rest), last + 1 < starts.count {
      // It has lines of its own. A comma before a closing brace is allowed.
      return [Edit(range: starts[first]..<starts[last + 1], text: "")]
    }
    if hasComma { return [Edit(range: entry.key..<rest, text: "")] }
    guard index > 0, let before = endOfValue(entries[index - 1]) else { throw refusal(at: entry.key) }
    // A comment between the two stays, and with it the comma before it.
    let start = bytes[before..<entry.key].contains(UInt8(ascii: "#")) ? entry.key : before
    return [Edit(range: start..<end, text: "")]
  }
}

extension [YAMLLayout.Edit] {
  /// Insertions at one position as one, in their order.
  fileprivate var merged: [YAMLLayout.Edit] {
    reduce(into: []) { edits, edit in
      if let last = edits.last, last.range == edit.range, edit.range.isEmpty {
        edits[edits.count - 1].text += edit.text
      } else {
        edits.append(edit)
      }
    }
  }
}

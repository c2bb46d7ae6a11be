internal import FormatKit
internal import XMLReading

/// Work that is done once per table, column or problem, not once per field.
extension RecordAssembly {
  // MARK: Tables and columns

  mutating func addColumn(_ node: Int32) {
    let table = Int(tree.nodes[Int(node)].table)
    var name = tree.nodes[Int(node)].isRow ? "value" : tree.path(of: node)
    if name.isEmpty { name = "column \(tables[table].columns.count { !RejectColumns.contains($0.name) } + 1)" }
    let isNamed = tree.nodes[Int(node)].kind == .namedField
    guard let column = tables[table].addColumn(name, isNamed: isNamed, source: source) else { return refuseColumns() }
    tree.nodes[Int(node)].column = column
  }

  mutating func refuseColumns() {
    guarding.fail(
      .tooManyColumns, path: recordLocation(),
      "the records have more than \(ElementTree.maximumNodes) kinds of elements and attributes")
  }

  mutating func addTable(_ table: StagedTable) {
    (tables + tableCount).initialize(to: table)
    tables[tableCount].currency = outerCurrency
    tableCount += 1
  }

  /// Takes note of the attributes of an element that is not part of a record.
  mutating func noteValues(in tag: borrowing StartTag) {
    for index in 0..<tag.attributeCount {
      let attribute = tag.attribute(index)
      guard attribute.value.count <= 64 else { continue }
      noteValue(String(cString: attribute.localName), Array(attribute.value), isBesideRecords: depth < recordPath.count)
    }
  }

  /// Takes note of a currency outside the records, and of other values that are around them or next to the first one.
  mutating func noteValue(_ name: String, _ bytes: [UInt8], isBesideRecords: Bool) {
    let text = String(decoding: bytes, as: UTF8.self)
    if OuterCurrency.isName(name) { add(currency: text) }
    let hasRecords = tableCount > 0 && tables[0].recordCount > 0
    guard isBesideRecords, isAbsolute, !hasRecords, outerValues.count < 32 else { return }
    let shown = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    if !shown.isEmpty { outerValues.append((name, shown)) }
  }

  /// Takes note of a currency. Records that wait have it too; where others were handed over without any, it is one of
  /// several, so that not a part of the amounts is in it.
  mutating func add(currency text: String) {
    let known = outerCurrency
    outerCurrency = OuterCurrency.adding(text, to: known)
    if hasHandedOver, known == nil, let late = outerCurrency { outerCurrency = "none at first, \(late)" }
    for index in 0..<tableCount { tables[index].currency = outerCurrency }
  }

  mutating func makeRow(_ node: Int32, _ ownerTable: Int) {
    guard tableCount < Self.maximumTables else { return refuseColumns() }
    tree.nodes[Int(node)].isRow = true
    tree.nodes[Int(node)].table = Int32(truncatingIfNeeded: tableCount)
    var table = StagedTable(
      name: "\(tables[0].name).\(tree.path(of: node, whole: true))", parent: tables[ownerTable].name)
    for name in NestedColumns.all { _ = table.addColumn(name, source: source) }
    addTable(table)
  }

  mutating func beginRow(_ node: Int32, _ ownerTable: Int) {
    let ownerRow = tables[ownerTable].recordCount
    let index = tree.nodes[Int(node)].ownerRow == ownerRow ? tree.nodes[Int(node)].indexInOwner + 1 : 1
    tree.nodes[Int(node)].ownerRow = ownerRow
    tree.nodes[Int(node)].indexInOwner = index
    let table = Int(tree.nodes[Int(node)].table)
    let place = guarding.startOfTag()
    tables[table].beginRow(line: place.line, byteOffset: place.byteOffset)
    tables[table].append(number: ownerRow, column: 0)
    tables[table].append(number: index, column: 1)
  }

  // MARK: Problems

  /// `/catalog/product[17]` of the record now being read, else the path of the open elements.
  func recordLocation() -> String {
    let names = (0..<min(outsideDepth, Self.maximumDepth)).map { "/" + String(cString: ancestors[$0].local) }.joined()
    return level > 0 && tableCount > 0 ? "\(names)[\(tables[0].recordCount)]" : names
  }

  mutating func reportRepetition(_ node: Int32, _ table: Int) {
    let path = tree.path(of: node, whole: true)
    var position = SourcePosition(
      line: tables[table].position.line, byteOffset: tables[table].position.byteOffset,
      record: tables[table].position.record, field: path)
    position.path = recordLocation() + "/" + path.split(separator: ".").joined(separator: "/")
    tables[table].append(
      Problem(
        .xmlUnexpectedRepetition, source: source, at: position, value: path,
        "'\(path)' repeats within this record, and did not in the first records of the document",
        remedy: "Give --option repeated=\(path) to read it into a table of its own."))
  }

  /// How many elements and texts between the records are reported, so that another kind of record is not reported a million
  /// times; the finding counts the elements.
  private static let maximumUnreadParts = 100

  /// Reports an element next to the records: it is an error if it looks like one of them.
  mutating func report(_ neighbour: Neighbour) {
    let what = "the element '\(neighbour.name)'"
    guard neighbour.isLikeRecords, tableCount > 0 else {
      return reportUnread(what, value: neighbour.name, line: neighbour.line)
    }
    unreadParts += 1
    guard unreadParts <= 2 * Self.maximumUnreadParts else { return }
    let record = String(cString: ancestors[recordPath.count - 1].local)
    tables[0].appendToLastRow(
      Problem(
        .xmlRecordNotRead, source: source, at: SourcePosition(line: neighbour.line, path: path(ofDepth: depth)),
        value: neighbour.name,
        "\(what) has what the records '\(tables[0].name.isEmpty ? record : tables[0].name)' have, and is not one of them"
      ),
      isOfRow: false)
  }

  /// The path of the open elements outside of records.
  private func path(ofDepth depth: Int) -> String {
    (0..<min(depth, Self.maximumDepth)).map { "/" + String(cString: ancestors[$0].local) }.joined()
  }

  /// Reports the text next to the records, from the first of them on: titles of the document come before.
  mutating func reportUnread(_ what: String, value: String, line: Int? = nil) {
    guard tableCount > 0, tables[0].recordCount > 0, unreadParts < Self.maximumUnreadParts else { return }
    unreadParts += 1
    let record = String(cString: ancestors[recordPath.count - 1].local)
    tables[0].appendToLastRow(
      Problem(
        .xmlNotRead, source: source, at: SourcePosition(line: line ?? guarding.line, path: path(ofDepth: depth)),
        value: value,
        "\(what) is next to the records '\(tables[0].name.isEmpty ? record : tables[0].name)', and is not read"))
  }

  /// Reports the first element of each name that has both text and elements, and each one whose text is not whole.
  mutating func reportMixedContent(_ element: OpenElement) {
    let node = tree.nodes[Int(element.node)]
    let isOdd = element.hasChildren && node.plainCount > node.nestedCount
    let losesText = !node.isRow && (element.joinsDigits || element.hasTail || isOdd)
    guard purpose == .rows, losesText || !node.isMixed else { return }
    tree.nodes[Int(element.node)].isMixed = true
    let path = tree.path(of: element.node, whole: true)
    let name = path.isEmpty ? "the record" : "'\(path)'"
    let message =
      if element.joinsDigits {
        "\(name) has an element between two digits, so that its number is not known"
      } else if element.hasChildren {
        "\(name) has text between its elements; text and elements are read into columns of their own"
      } else {
        "\(name) has elements within its text; all of it is read as one text"
      }
    report(
      .xmlMixedContent, element.node, losesValue: losesText, message,
      remedy: losesText ? "Write the text as in the other records, without elements in it." : nil)
  }

  /// Reports an element that has elements, where most of its name have text.
  mutating func reportNested(_ node: Int32) {
    guard purpose == .rows else { return }
    let path = tree.path(of: node, whole: true)
    report(.xmlOddElement, node, losesValue: true, "'\(path)' has elements here, and a text in most other records")
  }

  /// Reports the elements of the record that are in another namespace than in most records.
  mutating func reportNamesakes() {
    for (node, instance) in namesakes where purpose == .rows {
      let usual = tree.nodes[Int(node)].namesake
      guard tree.nodes[Int(usual)].parentInstance != instance,
        tree.nodes[Int(usual)].plainCount > tree.nodes[Int(node)].plainCount
      else { continue }
      report(
        .xmlOddElement, usual, losesValue: true,
        "'\(tree.path(of: usual, whole: true))' is in another namespace here than in most other records, and is read as "
          + "'\(tree.path(of: node, whole: true))'")
    }
    namesakes.removeAll(keepingCapacity: true)
  }

  /// Reports a problem with an element of the record now being read.
  private mutating func report(
    _ code: Problem.Code, _ node: Int32, losesValue: Bool, _ message: String, remedy: String? = nil
  ) {
    let table = Int(tree.nodes[Int(node)].table)
    let path = tree.path(of: node, whole: true)
    let place = tables[table].position
    let isRecord = path.isEmpty
    tables[table].append(
      Problem(
        code, source: source,
        at: SourcePosition(
          line: guarding.line, byteOffset: place.byteOffset, record: place.record, field: isRecord ? nil : path,
          path: isRecord ? nil : "\(recordLocation())/\(path.replacing(".", with: "/"))"),
        value: isRecord ? tables[table].name : path, message, remedy: remedy),
      losesValue: losesValue)
  }

  /// Hangs what the parser met since the last event on the record now being read.
  mutating func reportNews() {
    let isInRecord = level > 0 && tableCount > 0
    for name in guarding.unknownEntities {
      report(
        .xmlUnknownEntity, value: "&\(name);",
        "the entity '&\(name);' is declared in no place that is read, and is left out of the text")
    }
    guarding.unknownEntities.removeAll()
    guarding.hasNews = !isInRecord && !guarding.newPrefixes.isEmpty
    guard isInRecord else { return }
    for prefix in guarding.newPrefixes {
      report(.xmlUndeclaredPrefix, value: prefix, "the namespace prefix '\(prefix)' is not declared")
    }
    guarding.newPrefixes.removeAll()
  }

  private mutating func report(_ code: Problem.Code, value: String, _ message: String) {
    guard level > 0, tableCount > 0 else { return }
    let table = Int(tree.nodes[Int(open[level - 1].node)].table)
    let place = tables[table].position
    tables[table].append(
      Problem(
        code, source: source,
        at: SourcePosition(
          line: guarding.line, byteOffset: place.byteOffset, record: place.record, path: recordLocation()),
        value: value, message))
  }
}

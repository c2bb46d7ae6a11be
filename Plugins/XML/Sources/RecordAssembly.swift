internal import CLibXML2
internal import FormatKit
internal import XMLReading

/// Turns the parser's events into rows of tables. Lives in raw memory, as the parser's callbacks reach it by address.
struct RecordAssembly {
  /// What a run over the document is for.
  enum Purpose {
    /// To count elements, from which the record is chosen.
    case outline
    /// To learn which elements repeat within a record.
    case repetition
    /// To learn columns, or to read.
    case rows
    /// To learn where records begin and end.
    case places
  }

  /// One step of the path to the record.
  struct Name {
    let local: UnsafePointer<UInt8>
    /// Nil for any namespace, unless ``isExact``.
    var uri: UnsafePointer<UInt8>?
    var isExact = false
  }

  /// An element of a record that is not closed.
  struct OpenElement {
    var node: Int32
    var instance = 0
    var hasChildren = false
    var hasAttributes = false
    var isNull = false
    var hasMovedText = false
    /// Whether text follows a child element.
    var hasTail = false
    /// Whether it has inline elements, such as `<b>`, within its text.
    var hasInline = false
    /// Whether the end of an inline element is between two digits, so that it is not known what number they are.
    var joinsDigits = false
    /// The inline element at its beginning, which is the only one that was read as an element; nil where there are others.
    var leadingInline: Int32?
  }

  static let maximumDepth = 256
  static let maximumTables = 1024

  let source: String
  let words: XMLWords
  var purpose: Purpose
  /// Records met, when that is the purpose; the last one may not have ended.
  var places: [RecordPlace] = []
  var guarding: DocumentGuard

  var tree = ElementTree()
  var tables: UnsafeMutablePointer<StagedTable>
  var tableCount = 0
  /// The path to the record, and whether it begins at the root.
  var recordPath: [Name] = []
  var isAbsolute = false
  /// Paths below the record that are tables of their own.
  var repeated: Set<String> = []
  /// Whether the document has elements below its root.
  var hasElements = false

  var ancestors: UnsafeMutablePointer<Name>
  var depth = 0
  var open: UnsafeMutablePointer<OpenElement>
  /// How many elements of a record are open, the record included; 0 between records.
  var level = 0
  /// The depth of the record's element, or of the innermost element outside of records.
  var outsideDepth = 0
  /// Elements among the records that are not records, by their names.
  private(set) var besides: [String: Int] = [:]
  /// The currency that elements around and next to the records name.
  var outerCurrency: String?
  /// Whether records were handed over, so that what comes later cannot be said of all of them.
  var hasHandedOver = false
  /// Short values of the elements around the records and next to them, before the first record.
  var outerValues: [(name: String, text: String)] = []
  /// The name and the text so far of an element outside of the records that has no elements yet.
  var outerText: (name: String, bytes: [UInt8])?
  /// How many elements and texts between the records were reported.
  var unreadParts = 0
  /// Whether the text between two tags was reported.
  var isInUnreadText = false
  /// An element next to the records that is open, and what it has in common with them.
  var neighbour: Neighbour?
  /// How many elements are open within an element that is skipped.
  var skipped = 0
  /// How many inline elements are open within a text.
  var inlineDepth = 0
  /// Whether the last tag was that of an inline element.
  var isAfterInlineTag = false
  /// Elements of the record now being read that have a sibling of the same name in another namespace.
  var namesakes: [(node: Int32, instance: Int)] = []
  var instances = 0
  var movedText: [[UInt8]] = []

  init(source: String, words: XMLWords, purpose: Purpose) {
    self.source = source
    self.words = words
    self.purpose = purpose
    guarding = DocumentGuard(source: source)
    tables = .allocate(capacity: Self.maximumTables)
    ancestors = .allocate(capacity: Self.maximumDepth + 1)
    open = .allocate(capacity: Self.maximumDepth + 1)
  }

  mutating func deallocate() {
    guarding.reset()
    tree.deallocate()
    for index in 0..<tableCount { tables[index].deallocate() }
    tables.deinitialize(count: tableCount)
    tables.deallocate()
    ancestors.deallocate()
    open.deallocate()
  }

  /// Forgets rows and places, and keeps what was learnt of columns, for another reading of the same document.
  mutating func restart() {
    for index in 0..<tableCount { tables[index].restart() }
    for index in 0..<tree.count {
      tree.nodes[index].ownerRow = 0
      tree.nodes[index].parentInstance = 0
      tree.nodes[index].isMixed = false
    }
    guarding.reset()
    (depth, level, skipped, outsideDepth, inlineDepth) = (0, 0, 0, 0, 0)
    neighbour = nil
    namesakes.removeAll()
    hasElements = false
    besides = [:]
    outerValues = []
    (unreadParts, isInUnreadText) = (0, false)
    movedText.removeAll()
  }

  // MARK: Elements

  mutating func begin(_ tag: borrowing StartTag) {
    if guarding.hasFailed { return }
    depth &+= 1
    guard depth <= Self.maximumDepth else {
      guarding.fail(.tooDeep, "elements are nested deeper than \(Self.maximumDepth)")
      return
    }
    if depth == 2 { hasElements = true }
    isInUnreadText = false
    if skipped > 0 {
      skipped &+= 1
    } else if inlineDepth > 0 {
      beginInline(tag)
    } else if level > 0 {
      beginElement(tag)
    } else {
      outsideDepth = depth
      ancestors[depth &- 1] = Name(local: tag.localName, uri: tag.uri)
      outerText = nil
      if isRecord() {
        if purpose == .places { beginPlace() } else { beginRecord(tag) }
      } else if purpose == .rows {
        let name = String(cString: tag.localName)
        outerText = (name, [])
        noteValues(in: tag)
        if tree.count > 0, isAbsolute, depth == recordPath.count {
          if besides.count < 8 || besides[name] != nil { besides[name, default: 0] += 1 }
          neighbour = Neighbour(name: name, line: guarding.line, ofRecords: tree, tag)
        } else if depth == recordPath.count + 1 {
          neighbour?.compare(tag, with: tree)
        }
      }
    }
    if guarding.hasNews { reportNews() }
  }

  private func isRecord() -> Bool {
    let count = recordPath.count
    guard count > 0, isAbsolute ? depth == count : depth >= count else { return false }
    for index in 0..<count {
      let wanted = recordPath[index]
      let found = ancestors[depth - count + index]
      if wanted.local != found.local || (wanted.isExact || wanted.uri != nil) && wanted.uri != found.uri {
        return false
      }
    }
    return true
  }

  private mutating func beginRecord(_ tag: borrowing StartTag) {
    if tree.count == 0 {
      guard tree.add(to: -1, tag.localName, tag.uri, prefix: nil, .element) != nil else { return }
      tree.nodes[0].isRow = true
      addTable(StagedTable(name: String(cString: tag.localName)))
    }
    let place = guarding.startOfTag()
    tables[0].beginRow(line: place.line, byteOffset: place.byteOffset)
    push(0, tag)
  }

  private mutating func beginElement(_ tag: borrowing StartTag) {
    let parent = open + (level &- 1)
    let owner = parent.pointee.node
    let ownerTable = Int(tree.nodes[Int(owner)].table)
    if tables[ownerTable].openText.count > 0 {
      if !tree.nodes[Int(owner)].isRow, words.isInline(tag.localName), hasOwnText(ownerTable) {
        return beginInline(tag)
      }
      setTextAside(ownerTable)
    }
    let isLeadingInline =
      !parent.pointee.hasChildren && !parent.pointee.hasMovedText && !tree.nodes[Int(owner)].isRow
      && tag.attributeCount == 0 && words.isInline(tag.localName)
    // The additional elements of a refused record must not change the meaning of its white space.
    if tag.localName != words.rejectMark, tag.localName != words.rejectReason { parent.pointee.hasChildren = true }

    var (localName, uri, kind) = (tag.localName, tag.uri, ElementTree.Kind.element)
    if localName == words.field, uri == nil, tree.nodes[Int(owner)].isRow, let name = tag.fieldName(words) {
      (localName, uri, kind) = (name, nil, .namedField)
    }
    var node = tree.child(of: owner, localName, uri, kind)
    if node < 0 {
      guard let added = tree.add(to: owner, localName, uri, prefix: tag.prefix, kind) else { return refuseColumns() }
      node = added
      if !repeated.isEmpty, repeated.contains(tree.path(of: node, whole: true)) { makeRow(node, ownerTable) }
    }
    let instance = parent.pointee.instance
    if tree.nodes[Int(node)].isRow {
      beginRow(node, ownerTable)
    } else if tree.nodes[Int(node)].parentInstance == instance {
      if purpose == .repetition {
        repeated.insert(tree.path(of: node, whole: true))
      } else {
        if tree.nodes[Int(node)].indexInOwner != instance { reportRepetition(node, ownerTable) }
        tree.nodes[Int(node)].indexInOwner = instance
        skipped = 1
        return
      }
    }
    tree.nodes[Int(node)].parentInstance = instance
    parent.pointee.leadingInline = isLeadingInline && !tree.nodes[Int(node)].isRow ? node : nil
    push(node, tag)
  }

  @inline(__always)
  private mutating func push(_ node: Int32, _ tag: borrowing StartTag) {
    instances &+= 1
    open[level] = OpenElement(node: node, instance: instances)
    level &+= 1
    tree.nodes[Int(node)].expected = tree.nodes[Int(node)].firstChild
    if tag.attributeCount > 0 { takeAttributes(node, tag) }
  }

  mutating func end() {
    if guarding.hasFailed { return }
    if skipped > 0 {
      skipped &-= 1
      if skipped == 0, purpose == .places { endPlace() }
    } else if inlineDepth > 0 {
      inlineDepth &-= 1
      isAfterInlineTag = true
    } else if level > 0 {
      level &-= 1
      endElement(open[level])
    } else if let (name, bytes) = outerText {
      outerText = nil
      noteValue(name, bytes, isBesideRecords: depth <= recordPath.count)
    }
    if let known = neighbour, level == 0, depth == recordPath.count {
      neighbour = nil
      report(known)
    }
    depth &-= 1
    if level == 0 { outsideDepth = depth }
  }

  private mutating func endElement(_ element: OpenElement) {
    let index = Int(element.node)
    let table = Int(tree.nodes[index].table)
    let isRow = tree.nodes[index].isRow
    var element = element
    if element.leadingInline != nil { joinLeadingInline(&element, table) }
    if element.hasChildren, !tables[table].openText.isBlank { element.hasTail = true }
    if element.hasMovedText { takeTextBack(table) }
    let text = tables[table].openText
    // White space around child elements is layout, not text.
    let isLayout = (element.hasChildren || isRow) && !element.hasMovedText && text.isBlank
    if isLayout || element.isNull { tables[table].dropOpenText() }
    let kind: FieldKind?
    if element.isNull {
      kind = .null
    } else if !isLayout {
      kind = .text
    } else if isRow, !element.hasChildren, !element.hasAttributes, tree.nodes[index].column >= 0 {
      kind = .text
    } else {
      kind = nil
    }
    if kind == .text, element.hasInline || element.hasChildren, !text.isBlank || element.hasMovedText {
      reportMixedContent(element)
    }
    if !isRow { count(element, kind) }
    if let kind {
      if tree.nodes[index].column < 0 { addColumn(element.node) }
      let column = tree.nodes[index].column
      if column >= 0 { endField(column, kind, element.node, table) }
    }
    if tables[table].openRowBytes > StagedTable.maximumRecordBytes {
      guarding.fail(.xmlRecordTooLarge, "a record of '\(tables[table].name)' is larger than 64 MiB")
    }
    if element.node == 0, !namesakes.isEmpty {
      // The record is still the one that problems are in.
      level &+= 1
      reportNamesakes()
      level &-= 1
    }
    if isRow { tables[table].endRow() }
  }

  /// Counts whether an element has text alone or elements, and reports elements in place of the text that most have.
  @inline(__always)
  private mutating func count(_ element: OpenElement, _ kind: FieldKind?) {
    let index = Int(element.node)
    if tree.nodes[index].namesake >= 0 { namesakes.append((element.node, tree.nodes[index].parentInstance)) }
    if kind == .text {
      if !element.hasChildren { tree.nodes[index].plainCount &+= 1 }
    } else if kind == nil, element.hasChildren {
      tree.nodes[index].nestedCount &+= 1
      if tree.nodes[index].plainCount > tree.nodes[index].nestedCount { reportNested(element.node) }
    }
  }

  // MARK: Attributes

  private mutating func takeAttributes(_ node: Int32, _ tag: borrowing StartTag) {
    let table = Int(tree.nodes[Int(node)].table)
    let isNamedField = tree.nodes[Int(node)].kind == .namedField
    for index in 0..<tag.attributeCount {
      let attribute = tag.attribute(index)
      if attribute.uri == words.instanceNamespace, attribute.localName == words.nil {
        open[level &- 1].isNull = attribute.value.isTrue
        continue
      }
      if isNamedField { continue }
      var child = tree.child(of: node, attribute.localName, attribute.uri, .attribute)
      if child < 0 {
        guard
          let added = tree.add(to: node, attribute.localName, attribute.uri, prefix: attribute.prefix, .attribute)
        else { return refuseColumns() }
        child = added
        addColumn(child)
      }
      open[level &- 1].hasAttributes = true
      let column = tree.nodes[Int(child)].column
      guard column >= 0 else { return }
      if attribute.value.contains(UInt8(ascii: "&")) {
        let decoded = guarding.decode(attribute.value)
        decoded.withUnsafeBufferPointer { tables[table].append($0) }
      } else {
        tables[table].append(attribute.value)
      }
      endField(column, .text, child, table)
    }
  }

  @inline(__always)
  private mutating func endField(_ column: Int32, _ kind: FieldKind, _ node: Int32, _ table: Int) {
    guard !tables[table].hasField(column) else {
      tables[table].dropOpenText()
      return reportRepetition(node, table)
    }
    tables[table].endField(column, kind)
  }

  // MARK: Text

  @inline(__always)
  mutating func text(_ run: UnsafeBufferPointer<UInt8>) {
    guard skipped == 0 else { return }
    guard level > 0 else {
      if let known = outerText, known.bytes.count + run.count <= 64 { outerText?.bytes.append(contentsOf: run) }
      return textBetweenRecords(run)
    }
    let table = Int(tree.nodes[Int(open[level &- 1].node)].table)
    if isAfterInlineTag { joinText(run, table) }
    tables[table].append(run)
    if tables[table].openText.count > RecordBatch.maximumFieldBytes { refuseField(level) }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether there is nothing but white space.
  var isBlank: Bool { allSatisfy { $0 == 0x20 || $0 == 0x0A || $0 == 0x09 || $0 == 0x0D } }
  /// Whether it says `true` or `1`, as XML Schema's boolean.
  fileprivate var isTrue: Bool {
    let text = String(decoding: self, as: UTF8.self)
    return text == "true" || text == "1"
  }
}

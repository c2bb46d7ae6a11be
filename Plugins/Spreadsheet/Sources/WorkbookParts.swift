internal import FormatKit
internal import ZipReading

/// The description of a workbook in its own parts: its sheets, where their cells are, and the meaning of its numbers.
struct WorkbookParts {
  struct Sheet {
    let name: String
    /// Its number among all sheets, from 1.
    let number: Int
    let isHidden: Bool
    /// The part with its cells; nil for a chart, or when the part is missing.
    let part: ZipArchive.Part?
  }

  private(set) var sheets: [Sheet] = []
  private(set) var styles: ZipArchive.Part?
  private(set) var texts: ZipArchive.Part?
  /// Whether days count from 1904 instead of 1900.
  private(set) var countsFrom1904 = false

  static let maximumSheets = 10_000
  static let tooManySheets = Problems(.xlsxTooLarge, "there are more than \(maximumSheets) sheets")

  init(_ container: ZipArchive) throws(Problems) {
    let path = try Self.workbookPath(container)
    guard let part = try container.part(path) else {
      throw Problems(.xlsxDamaged, source: container.source, "the part '\(path)' with the list of sheets is missing")
    }
    let folder = Self.folder(of: path)
    let relations = try Relationships(of: path, container)
    let list = SheetList()
    try PartParser.parse(part, of: container, list)
    countsFrom1904 = list.countsFrom1904
    styles = try Self.part(relations.target(ofType: "styles"), or: folder + "styles.xml", container)
    texts = try Self.part(relations.target(ofType: "sharedStrings"), or: folder + "sharedStrings.xml", container)
    var seen: Set<UInt64> = []
    for (index, entry) in list.entries.enumerated() {
      let relation = entry.relation.flatMap { relations.byId[$0] }
      var cells: ZipArchive.Part?
      if relation.map({ $0.type == "worksheet" }) ?? true {
        cells = try Self.part(relation?.target, or: "\(folder)worksheets/sheet\(index + 1).xml", container)
      }
      // Two sheets with the same cells are an attack on the reader's patience.
      if let found = cells, !seen.insert(found.index).inserted { cells = nil }
      sheets.append(Sheet(name: entry.name, number: index + 1, isHidden: entry.isHidden, part: cells))
    }
  }

  /// The part of a relationship, or of the name that it has everywhere.
  private static func part(
    _ target: String?, or usual: String, _ container: ZipArchive
  ) throws(Problems) -> ZipArchive.Part? {
    if let target, let found = try container.part(target) { return found }
    return try container.part(usual)
  }

  static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  /// The path of the list of sheets; refuses archives that contain something else.
  private static func workbookPath(_ container: ZipArchive) throws(Problems) -> String {
    let root = try Relationships(of: "", container)
    let target = root.target(ofType: "officeDocument")
    let path = target.map(ZipArchive.normal) ?? "xl/workbook.xml"
    let other: (what: String, remedy: String?)? =
      if path.hasSuffix(".bin") || container.has("xl/workbook.bin") && !container.has(path) {
        ("a binary workbook (.xlsb)", nil)
      } else if container.has("index/document.iwa") || container.has("index.zip") {
        ("a document of Numbers", nil)
      } else if path.hasPrefix("word/") || container.has("word/document.xml") {
        ("a text document (.docx)", "Copy the table into a spreadsheet and save it as .xlsx.")
      } else if path.hasPrefix("ppt/") || container.has("ppt/presentation.xml") {
        ("a presentation (.pptx)", "Copy the table into a spreadsheet and save it as .xlsx.")
      } else if !container.has(path), !container.has("[content_types].xml") {
        ("an archive without a workbook in it", "Unpack it, and import the files in it one by one.")
      } else {
        nil
      }
    if let other {
      throw Problems(
        .xlsxOtherKind, source: container.source, "the file is \(other.what)",
        remedy: other.remedy ?? Problem.Code.xlsxOtherKind.remedy)
    }
    return path
  }

  /// Reads `workbook.xml`.
  private final class SheetList: PartHandler {
    struct Entry {
      let name: String
      let relation: String?
      let isHidden: Bool
    }
    var entries: [Entry] = []
    var countsFrom1904 = false
    private var isInList = false

    override func begin(_ tag: borrowing PartTag) {
      switch tag.name {
      case "workbookPr": countsFrom1904 = tag.attribute(named: "date1904")?.isTrue ?? countsFrom1904
      case "sheets": isInList = true
      case "sheet" where isInList: add(tag)
      default: break
      }
    }

    override func end(_ name: PartName) {
      if name.equals("sheets") { isInList = false }
    }

    private func add(_ tag: borrowing PartTag) {
      guard entries.count < WorkbookParts.maximumSheets else {
        return fail(WorkbookParts.tooManySheets)
      }
      var relation: String?
      for index in 0..<tag.attributeCount {
        if let found = tag.attribute(index), found.isForeign, found.name.equals("id") { relation = found.text }
      }
      let state = tag.attribute(named: "state")?.text ?? "visible"
      let name = tag.attribute(named: "name")?.text ?? ""
      entries.append(
        Entry(
          name: name.isEmpty ? "sheet \(entries.count + 1)" : name, relation: relation,
          isHidden: state == "hidden" || state == "veryHidden"))
    }
  }
}

/// The relationships of one part: what belongs to it, by id, with its kind and the path of its part.
struct Relationships {
  struct Relation {
    /// The last word of the relationship's type: `worksheet` in all editions of the standard.
    let type: String
    let target: String
  }
  private(set) var byId: [String: Relation] = [:]
  private var order: [Relation] = []

  private static let maximumCount = 20_000

  /// - Parameter path: the part; empty for the package itself.
  init(of path: String, _ container: ZipArchive) throws(Problems) {
    let folder = WorkbookParts.folder(of: path)
    let file = "\(folder)_rels/\(path.dropFirst(folder.count)).rels"
    guard let part = try container.part(file) else { return }
    let reader = RelationReader()
    try PartParser.parse(part, of: container, reader)
    for (id, type, target) in reader.found {
      let resolved = target.hasPrefix("/") || target.hasPrefix("\\") ? target : folder + target
      let relation = Relation(
        type: type.split(separator: "/").last.map(String.init) ?? "", target: ZipArchive.normal(resolved))
      if byId[id] == nil { byId[id] = relation }
      order.append(relation)
    }
  }

  /// The path of the first part of a kind.
  func target(ofType type: String) -> String? { order.first { $0.type == type }?.target }

  private final class RelationReader: PartHandler {
    var found: [(id: String, type: String, target: String)] = []

    override func begin(_ tag: borrowing PartTag) {
      guard tag.name.equals("Relationship"), found.count < Relationships.maximumCount else { return }
      if tag.attribute(named: "TargetMode")?.text == "External" { return }
      guard let target = tag.attribute(named: "Target")?.text else { return }
      found.append((tag.attribute(named: "Id")?.text ?? "", tag.attribute(named: "Type")?.text ?? "", target))
    }
  }
}

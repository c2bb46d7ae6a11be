import FormatKit
import FormatKitTesting
import Segments
import SupplyDocuments
import Testing

@testable import EDIFACTFormat

/// The tables are data, and data has misprints.
@Suite struct EDIFACTTableTests {
  private static let releases = ["96A", "01B"]

  @Test(arguments: MessageTables.supported, releases)
  func everyMessageHasATable(_ type: String, _ release: String) throws {
    let (table, isExact) = try #require(MessageTables.table(type, Directory(version: "D", release: release)))
    #expect(isExact)
    var walk = [table.root]
    var count = 0
    while let group = walk.popLast() {
      count += 1
      let children = try #require(group.children)
      #expect(group.path.split(separator: "/").count <= 12)
      #expect(children.first?.children == nil, "\(type) \(group.path) begins with a segment")
      if group !== table.root { #expect(children.first?.isMandatory == true, "\(type) \(group.path)") }
      for node in children {
        #expect(node.maximum >= 1)
        #expect(node.tag.count == 3 && node.tag.allSatisfy { $0.isUppercase || $0.isNumber }, "\(type): '\(node.tag)'")
        if node.children != nil { walk.append(node) }
      }
    }
    #expect(table.root.tags.isSuperset(of: ["UNH", "BGM", "LIN", "UNT"]))
    #expect(count > 5)
  }

  /// Every mapped element exists in a message, and every value of a record has a column.
  @Test func everyMappedSegmentHasElements() {
    for tag in [
      "BGM", "DTM", "CUX", "FTX", "RFF", "NAD", "CTA", "COM", "TDT", "CNT", "PAC", "MOA", "PGI", "LOC", "LIN",
      "QTY", "IMD", "PRI", "GIN", "QVR", "TAX", "PIA", "UNB", "UNH", "UNT", "UNZ", "UNG", "UNE",
    ] { #expect(SegmentTables.elements(of: tag) != nil, "\(tag)") }
    let party = SegmentTables.elements(of: "NAD")?[1].components.first
    #expect(party?.oldMaximum == 17)
    #expect(party?.newMaximum == 35)
    #expect(party?.isMandatory == true)
    #expect(SegmentTables.elements(of: "PIA")?.count == 6)
    #expect(SegmentTables.elements(of: "QTY")?[0].components[1].isNumeric == true)
  }

  @Test func everyColumnIsAFieldOfItsKind() {
    let tables = Set(SupplyTables.edifact.schemas.map(\.table))
    #expect(tables == Set(SupplyRecord.allCases.map(\.rawValue)))
    // A value that the builder sets without a column would be lost.
    for (record, names) in [
      SupplyRecord.products: "category", .prices: "valid_to tax_included", .stockLevels: "unit_cost",
      .sales: "unit_price currency", .despatchLines: "outstanding_quantity sscc",
    ] {
      for name in names.split(separator: " ") {
        #expect(SupplyTables.edifact[record].index(of: String(name)) != nil, "\(record).\(name)")
      }
    }
  }

  @Test func directoriesAreToldByTheirYear() {
    #expect(Directory(version: "D", release: "93A").isOld)
    #expect(Directory(version: "D", release: "98B").isOld)
    #expect(!Directory(version: "D", release: "99A").isOld)
    #expect(!Directory(version: "D", release: "03B").isOld)
    #expect(Directory(version: "1", release: "x").isOld)
  }

  /// Segments as they may come, and what is wrong with those that may not.
  @Test(arguments: [
    ("BGM DTM RFF DTM RFF NAD CTA COM NAD CUX LIN PIA QTY PRI RFF LIN QTY UNS CNT UNT", ""),
    ("BGM DTM LIN QTY LIN UNS UNT", ""), ("BGM DTM UNS UNT", ""), ("DTM UNS UNT", "missing BGM"),
    ("BGM UNS UNT", "missing DTM"), ("BGM DTM LIN QTY UNT", "missing UNS"),
    ("BGM BGM DTM UNS UNT", "repeated BGM 1"), ("BGM DTM NAD RFF RFF UNS UNT", ""),
    ("BGM DTM LIN PRI RNG RNG UNS UNT", "repeated RNG 1"), ("BGM DTM QTY UNS UNT", "unexpected QTY known"),
    ("BGM DTM LIN BGM UNS UNT", "unexpected BGM known"), ("BGM DTM XYZ UNS UNT", "unexpected XYZ unknown"),
    ("BGM DTM UNS ALC UNT", "missing MOA"), ("BGM DTM UNS ALC MOA UNT", ""),
    ("BGM DTM LIN QTY NAD UNS UNT", ""), ("BGM DTM LIN NAD LIN QTY UNS UNT", ""),
    ("BGM DTM CUX CUX CUX CUX CUX CUX UNS UNT", "repeated CUX 5"),
  ])
  func followsTheOrderOfSegments(_ tags: String, _ expected: String) throws {
    let table = try #require(MessageTables.table("ORDERS", Directory(version: "D", release: "96A"))).table
    var walk = MessageWalker(table.root, .edifact)
    var found: [String] = []
    for tag in tags.split(separator: " ").map(String.init) {
      if tag == "UNT" { walk.finish() } else { _ = walk.take(tag) }
      for finding in walk.findings where finding.tag != "UNT" {
        switch finding.kind {
        case .missing: found.append("missing \(finding.isGroup ? "group " : "")\(finding.tag)")
        case .repeated(let maximum): found.append("repeated \(tag) \(maximum)")
        case .unexpected(let isKnown): found.append("unexpected \(tag) \(isKnown ? "known" : "unknown")")
        case .late: found.append("late \(tag)")
        }
      }
    }
    #expect(found.joined(separator: ", ") == expected)
  }

  @Test func pathsNameTheGroups() throws {
    let table = try #require(MessageTables.table("DESADV", Directory(version: "D", release: "01B"))).table
    var walk = MessageWalker(table.root, .edifact)
    var paths: [String] = []
    for tag in ["BGM", "NAD", "CPS", "PAC", "PCI", "GIN", "LIN", "QTY", "PCI", "GIN", "CNT"] {
      let found = walk.take(tag)
      let node = try #require(found)
      #expect(walk.findings == [])
      paths.append("\(tag) \(node.group)|\(table.scopes[node.group] ?? "-")")
    }
    #expect(
      paths == [
        "BGM |", "NAD NAD|NAD", "CPS CPS|CPS", "PAC CPS/PAC|CPS/PAC", "PCI CPS/PAC/PCI|CPS/PAC/PCI",
        "GIN CPS/PAC/PCI/GIN|CPS/PAC/PCI/GIN", "LIN CPS/LIN|LIN", "QTY CPS/LIN|LIN", "PCI CPS/LIN/PCI|LIN/PCI",
        "GIN CPS/LIN/PCI/GIN|LIN/PCI/GIN", "CNT |",
      ])
  }
}

import Exchange
import FormatKit
import Foundation
import Stock
import Testing

/// Headings, notes and blank rows in lists that were made for people.
@Suite struct LoneValueTests {
  private static let items = ["G1;Juice;0,89;0,4", "G2;Cola;0,45;0,2", "S1;Chocolate;0,79;0,3"]

  private static func list(_ rows: [String]) -> String {
    (["Art.Nr.;Name;VK;EK"] + rows).joined(separator: "\n") + "\n"
  }

  private static let words = ["cup", "mug", "pot", "pan", "jug", "jar", "can", "tin", "lid"].map { "\($0);A \($0);5;3" }

  @Test(arguments: ["Drinks", "Page 2 of 2", "Prices without VAT", "Printed on 2026-11-14"])
  func aHeadingOrNoteIsNoItem(note: String) throws {
    for place in 0...3 {
      var rows = Self.items
      rows.insert("\(note);;;", at: place)
      let shop = try TestShop()
      let summary = try shop.take(Self.list(rows))
      #expect(summary.errors == ["\(place + 2) lone-value"], "\(summary.reported)")
      #expect(try shop.lines("products", "product_code").isEmpty)
      // It is not a record, so leaving it out is no matter for the guard against files of which much is refused.
      let rejects = shop.folder.appendingPathComponent("file.rejects.csv").path
      let skipped = try shop.take(Self.list(rows)) { $0.onError = .skip(rejects: rejects) }
      #expect(skipped.isApplied && skipped.guards.isEmpty, "\(skipped.reported)")
      #expect(try shop.lines("products", "product_code") == ["G1", "G2", "S1"])
    }
  }

  /// What was refused is refused again when the file of refused records comes back as it is.
  @Test func aRefusedHeadingStaysRefused() throws {
    let shop = try TestShop()
    let rejects = shop.folder.appendingPathComponent("file.rejects.csv")
    _ = try shop.take(Self.list(Self.items + ["Drinks;;;"])) { $0.onError = .skip(rejects: rejects.path) }
    let returned = try String(contentsOf: rejects, encoding: .utf8)
    #expect(try shop.take(returned).errors == ["2 lone-value"])
    let corrected = returned.replacing("Drinks;;", with: "Drinks;Set of drinks;")
    #expect(try shop.take(corrected).isApplied)
    #expect(try shop.lines("products", "product_code", "title").contains("Drinks,Set of drinks"))
  }

  /// An item of which only the code is known has a code like the others'; among names it cannot be distinguished from a heading.
  @Test(arguments: [
    (["A-1;Cup;3;1", "A-2;Mug;4;2", "A-3;;;"], true), (words + ["Drinks;;;"], false),
    (["cup;Cup;3;1", "mug;;;", "pot;;;"], true), (["A-1;Cup;3;1", "A-2;Mug;4;2", "A-3;;9;"], true),
  ])
  func aCodeAloneMayBeAnItem(rows: [String], isTaken: Bool) throws {
    let summary = try TestShop().take(Self.list(rows))
    #expect(summary.isApplied == isTaken, "\(summary.reported)")
  }

  /// A row with a code unlike the others and without a value that they have may be a note; so may a charge.
  @Test(arguments: [
    ("Stand:;01.11.2026;;", "note-as-item"), ("Zahlungsziel;30 Tage;;", "note-as-item"),
    ("Versandkosten;;5,90;", "note-as-item"), ("Preise in EUR;inkl. MwSt.;;", "note-as-item"),
    ("DRINKS;All drinks;;", "note-as-item"), ("Version:;Autumn;2,5;1", "note-as-item"),
    ("G8,G9;Set;5;3", "note-as-item"), ("Fracht;Frachtkosten pauschal;5,90;3", "charge-as-item"),
    ("GIFT;Gift card;5;3", nil), ("G4;Water;;", nil), ("G 4;Water;1;0,2", nil), ("M3,5X20;Screw;1;0,2", nil),
  ])
  func aNoteOrChargeIsAsked(row: String, code: String?) throws {
    let shop = try TestShop()
    let file = Self.list(Self.items + [row])
    let summary = try shop.take(file, plan: true)
    #expect(summary.guards.map(\.code.rawValue) == [code].compactMap(\.self), "\(summary.reported)")
    guard let code else { return }
    let name = String(row.prefix { $0 != ";" })
    #expect(summary.guards[0].examples[0].value == name)
    // The option that is named leaves it out.
    var rules = RowRules()
    rules.leftOut = ["Art.Nr.": [name]]
    #expect(try shop.take(file, plan: true) { $0.rowRules = rules }.guards.isEmpty)
    #expect(try shop.take(file) { $0.accepted = [code] }.isApplied)
    // What the shop has is not asked about.
    #expect(try shop.take(file.replacing("0,89", with: "0,99")).guards.isEmpty)
  }

  /// Codes that are words, or of several forms, say nothing about each other.
  @Test func otherFormsOfCodesAreNotAsked() throws {
    let mixed = ["APPLE;Apple;2;1", "PEAR;Pear;3;1", "PLUM;Plum;;", "P-1;Pot;2;1", "CUP;Cup;3;2"]
    let summary = try TestShop().take(Self.list(mixed))
    #expect(summary.isApplied && summary.guards.isEmpty, "\(summary.reported)")
  }

  @Test func blankRowsAreLeftOut() throws {
    let shop = try TestShop()
    let summary = try shop.take(Self.list([Self.items[0], ";;;", Self.items[1], "; ; ;", ";;;"]))
    #expect(summary.isApplied && summary.sourceRecords == 2, "\(summary.reported)")
    #expect(summary.problems.map { "\($0.position.line) \($0.code.id)" } == ["3 blank-rows"])
    #expect(try shop.lines("products", "product_code") == ["G1", "G2"])
  }
}

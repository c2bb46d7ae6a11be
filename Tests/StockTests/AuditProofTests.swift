import Foundation
import GRDB
import ProblemKit
import RetailValues
import StockTesting
import Testing

@testable import Stock

/// A proof that is kept outside of the shop, against shops that were changed since.
@Suite struct AuditProofTests {
  /// Made with `openssl genpkey -algorithm ed25519`, for these tests only.
  private static let privateKey = """
    -----BEGIN PRIVATE KEY-----
    MC4CAQAwBQYDK2VwBCIEIF/jPRFe+E0Gr4DrX0qlU7Nl2g/VOyOqv36cxojfHWtx
    -----END PRIVATE KEY-----
    """
  private static let publicKey = """
    -----BEGIN PUBLIC KEY-----
    MCowBQYDK2VwAyEAgqS/8Nuq7B1i6DSqqiCztTHYcoV5hjLKlF5s9gtF0zM=
    -----END PUBLIC KEY-----
    """
  private static let otherPublicKey = """
    -----BEGIN PUBLIC KEY-----
    MCowBQYDK2VwAyEAr9KNRpWqzyRXMq6x8H7EUILuFAEw0qMEDgphB+zVXv4=
    -----END PUBLIC KEY-----
    """

  /// A shop with five entries in its log and a proof of the last one.
  private func withProof(_ work: (ShopDatabase, AuditProof) throws -> Void) throws {
    try withShop { shop in
      try shop.addGoods()
      for number in 1...5 { try shop.recordAct("act \(number)", actor: manager, at: hour(number)) }
      try work(shop, #require(try shop.auditProof(checked: .everything, at: hour(6))))
    }
  }

  /// Rewrites the log from an entry on, as an attacker with the program's code would: the chain and its head are
  /// consistent again.
  private func rewrite(_ shop: ShopDatabase, from number: Int64, _ details: [String]) throws {
    let removed = try shop.auditEntries(limit: 1000).filter { $0.id >= number }.reversed()
    try shop.queue.writeWithoutTransaction { database in
      let triggers = try Row.fetchAll(
        database, sql: "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'audit_log'")
      for trigger in triggers { try database.execute(sql: "DROP TRIGGER \(trigger[0] as String)") }
      try database.execute(sql: "DELETE FROM audit_head; DELETE FROM audit_log WHERE id >= \(number)")
      try database.execute(
        sql: """
          INSERT INTO audit_head (id, entry_id, hash) SELECT 1, id, hash FROM audit_log ORDER BY id DESC LIMIT 1
          """)
      for trigger in triggers { try database.execute(sql: trigger[1]) }
    }
    for (entry, details) in zip(removed, details) { try shop.recordAct(details, actor: manager, at: entry.at) }
  }

  /// What a set of a job was published after is known by its proof, so that the log before it need not be read.
  @Test func actsAreLookedForAfterTheEntryOfAProof() throws {
    try withProof { shop, proof in
      try shop.recordAct("act 6", actor: manager, at: hour(7))
      let acts = (1...6).map { "act \($0)" }
      let later = try shop.actors(ofActs: acts, command: manager.command, after: proof.statement.entry.number)
      #expect(later == ["act 6": manager.name])
      #expect(try shop.actors(ofActs: acts, command: manager.command).count == 6)
      #expect(try shop.actors(ofActs: acts, command: "another command").isEmpty)
    }
  }

  @Test func aProofHoldsWhateverIsDoneLater() throws {
    try withProof { shop, proof in
      #expect(proof.statement.entry.number == 5 && proof.statement.entry.at == "2026-01-01T06:00:00+01:00")
      #expect(proof.statement.shop.identity == (try shop.identity()))
      #expect(proof.statement.totals?.movements == 0 && proof.statement.totals?.closedDebits == "0.00 EUR")
      #expect(try shop.findings(against: proof) == [])
      try shop.record([TestMovement(quantity: 5, kind: .receipt, at: hour(7), costCents: 100)])
      try shop.recordAct("act 6", actor: manager, at: hour(8))
      #expect(try shop.findings(against: proof) == [])
      let later = try #require(try shop.auditProof(checked: .everything, at: hour(9)))
      #expect(later.statement.entry.number > 5 && later.statement.totals?.onHand == "5")
      #expect(try AuditProof.read(Array(try later.json().utf8), name: "later") == later)
    }
  }

  /// What the log has from an entry on after it was rewritten, and the finding that names it.
  struct Rewriting: Sendable {
    let first: Int64
    let details: [String]
    let code: Problem.Code
  }

  static let rewritings = [
    Rewriting(first: 3, details: ["act X", "act 4", "act 5"], code: .rewrittenAuditLog),
    Rewriting(first: 5, details: ["act X"], code: .rewrittenAuditLog),
    Rewriting(first: 5, details: [], code: .olderThanProof),
    Rewriting(first: 3, details: [], code: .olderThanProof),
    Rewriting(first: 1, details: ["act X", "act 2"], code: .otherShopThanProof),
    Rewriting(first: 1, details: [], code: .otherShopThanProof),
  ]

  /// Each change leaves a chain that holds, so only the proof shows it.
  @Test(arguments: rewritings) func aRewrittenLogIsFound(_ rewriting: Rewriting) throws {
    try withProof { shop, proof in
      try rewrite(shop, from: rewriting.first, rewriting.details)
      #expect(try shop.findings(against: proof).map(\.code) == [rewriting.code])
      #expect(try shop.read { try AuditLog.firstBrokenEntry($0) } == nil)
    }
  }

  /// The books know more than the log: its end was removed, which a backup would not show.
  @Test func aLogThatWasCutOffIsNotTakenForABackup() throws {
    try withProof { shop, proof in
      try shop.record([TestMovement(quantity: 5, kind: .receipt, at: hour(3), costCents: 100)], at: hour(5))
      try rewrite(shop, from: 5, [])
      let found = try shop.findings(against: proof)
      #expect(found.map(\.code) == [.truncatedAuditLog])
      #expect(found[0].message.contains("ends at entry 4") && found[0].message.contains("names entry 5"))
      // What is entered then has the number of the entry that is gone.
      try shop.recordAct("act 5", actor: manager, at: hour(9))
      #expect(try shop.findings(against: proof).map(\.code) == [.rewrittenAuditLog])
    }
  }

  /// An alteration of rows that the proof covers is found although digests and log were made to fit.
  @Test func alteredRecordsAreFoundAlthoughTheLogFits() throws {
    try withShop { shop in
      try shop.addGoods()
      try shop.record([TestMovement(quantity: 5, kind: .receipt, at: hour(1), costCents: 100)], at: hour(2))
      try shop.recordAct("act", actor: manager, at: hour(2))
      let proof = try #require(try shop.auditProof(checked: .everything, at: hour(3)))
      #expect(proof.statement.records?.map(\.table) == ["movements"])
      try shop.record([TestMovement(quantity: 1, kind: .receipt, at: hour(4), costCents: 100)], at: hour(5))
      #expect(try shop.findings(against: proof) == [])
      // With the program's own digests and an entry of the log, as an attacker with its code would do it.
      try shop.write { database in
        let trigger = try #require(
          try String.fetchOne(database, sql: "SELECT sql FROM sqlite_master WHERE name = 'movements_are_not_changed'"))
        try database.execute(
          sql: "DROP TRIGGER movements_are_not_changed; UPDATE movements SET unit_cost = 1 WHERE id = 1; \(trigger)")
        try CostHistory.rebuild(database)
        try LayerCosts.rebuild(database)
        _ = try AuditLog.append(database, actor: manager, at: hour(6), details: "forged")
      }
      let found = try shop.findings(against: proof)
      #expect(found.map(\.code) == [.alteredRecords])
      #expect(found.first?.message.contains("movements up to number 1") == true)
    }
  }

  @Test func anotherShopOfThatNameIsAnotherShop() throws {
    try withProof { _, proof in
      try withProof { other, _ in
        try rewrite(other, from: 1, ["act 0"])
        let found = try other.findings(against: proof)
        #expect(found.map(\.code) == [.otherShopThanProof])
        #expect(found[0].message.contains("of that name"))
      }
    }
  }

  @Test func aFileThatIsNotTheProofAsItWasWrittenIsRefused() throws {
    try withProof { _, proof in
      let text = try proof.json()
      #expect(try AuditProof.read(Array(text.utf8), name: "p") == proof)
      for (changed, what) in [
        (text.replacing("\"number\" : 5", with: "\"number\" : 4"), "was changed"),
        (text.replacing("\"checked\" : \"everything\",", with: "\"checked\" : \"audit-log\","), "was changed"),
        (text.replacing("\"checked\" :", with: "\"approved\" : true, \"checked\" :"), "was changed"),
        (text.replacing("\"checked\" : \"everything\",", with: ""), "lacks a part"),
        (text.replacing("stockroom-proof-1", with: "stockroom-proof-2"), "later version"), ("[]", "not a JSON object"),
        (text.replacing("\"statement\" :", with: "\"statement\" : {}, \"statement\" :"), "has a key twice"),
        (text.replacing("\"number\" :", with: "\"numb\\u0065r\" : 1, \"number\" :"), "has a key twice"),
        ("{}", "is not a proof"), ("{\"stockroom\": {}}", "holds no proof"), ("", "not a JSON object"),
      ] {
        let error = #expect(throws: Problems.self) { try AuditProof.read(Array(changed.utf8), name: "p") }
        #expect(error?.code == .invalidProof && error?.message.contains(what) == true, "\(what): \(error as Any)")
      }
    }
  }

  @Test func signaturesAreThoseOfOneKey() throws {
    try withProof { _, proof in
      let signed = try proof.signed(with: AuditProof.SigningKey(pem: Self.privateKey, name: "key"))
      let read = try AuditProof.read(Array(try signed.json().utf8), name: "p")
      #expect(read == signed && read.signature?.algorithm == "Ed25519")
      let key = try AuditProof.VerifyingKey(pem: Self.publicKey, name: "key")
      try read.verify(by: key, name: "p")
      let other = try AuditProof.VerifyingKey(pem: Self.otherPublicKey, name: "key")
      #expect(throws: Problems.self) { try read.verify(by: other, name: "p") }
      #expect(throws: Problems.self) { try proof.verify(by: key, name: "p") }
      // A proof with another statement and a hash that fits it.
      var statement = proof.statement
      statement.entry.number = 4
      var forged = try AuditProof(statement)
      forged.signature = read.signature
      #expect(throws: Problems.self) { try forged.verify(by: key, name: "p") }
      // Keys are read from files: texts that only the call holds.
      for number in 0..<100 {
        let pem = String(decoding: Array(Self.privateKey.utf8) + Array(repeating: 10, count: number), as: UTF8.self)
        #expect(throws: Never.self) { try proof.signed(with: AuditProof.SigningKey(pem: pem, name: "key")) }
      }
      for pem in ["", "x", Self.publicKey] {
        #expect(throws: Problems.self) { try AuditProof.SigningKey(pem: pem, name: "key") }
      }
      #expect(throws: Problems.self) { try AuditProof.VerifyingKey(pem: Self.privateKey, name: "key") }
    }
  }
}

internal import ArgumentParser
internal import Exchange
internal import Foundation
internal import ProblemKit
internal import RetailValues
internal import ShopCheck
internal import Stock

/// Proves the ledger.
struct CheckCommand: ShopCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Check that the ledger, the documents, the counts and the audit log agree.",
    discussion: """
      Every balance must equal the sum of its movements, every transfer must sum to zero, every posted count must match its \
      entries and be unchanged since it was posted, the statement, the journal and the ledger of a closed period must agree, \
      and no entry of the audit log may have been changed.

      --export-proof writes the state of the audit log: keep that file where people who can change the shop's files cannot \
      change it. --against compares the shop with such a file later, or with the manifest of a set that a job published. \
      See docs/guides/proof.md.

      Examples:
        stockroom check
        stockroom check --export-proof ../october.proof.json
        stockroom check --against ../october.proof.json
      """)
  static let acts = Acts(.proveBooks, .mendBooks, when: "without --repair-index; or with it")
  var act: Act { repairIndex ? .mendBooks : .proveBooks }

  @Flag(help: "Rebuild indexes, balances and average costs from the movements first.")
  var repairIndex = false

  @Option(help: ArgumentHelp("Write a proof of the audit log to this file when all checks pass.", valueName: "file"))
  var exportProof: String?

  @Option(
    help: ArgumentHelp(
      "Compare the shop with a proof, or with the set of a job: its manifest or its folder.", valueName: "file"))
  var against: String?

  @Option(
    help: ArgumentHelp(
      "Sign the proof with a private Ed25519 key in PEM (openssl genpkey -algorithm ed25519).", valueName: "file"))
  var signWith: String?

  @Option(help: ArgumentHelp("The public key that must have signed the proof of --against.", valueName: "file"))
  var publicKey: String?

  @OptionGroup var shopOptions: ShopOptions

  private struct JSONOutput: Encodable {
    struct Finding: Encodable {
      let code: String
      let message: String
      let remedy: String
      let count: Int
    }
    struct Exported: Encodable {
      let file: String
      let entry: Int64
      let hash: String
      let isSigned: Bool
    }
    struct Compared: Encodable {
      let file: String
      let entry: Int64
      let madeAt: String
      let signature: ComparedProof.SignatureState
      let holds: Bool
    }
    let isSound: Bool
    let findings: [Finding]
    /// Counts that an earlier version posted: proven by their sums, not by a digest.
    let unsealedCounts: [String]
    let exportedProof: Exported?
    let against: Compared?
  }

  func run(in shop: OpenShop) throws -> ValueOutput {
    let key = try signingKey()
    let compared = try against.map { try ComparedProof(file: $0, publicKey: publicKey) }
    if publicKey != nil, compared == nil {
      throw Problems(.usage, "--public-key goes with --against", remedy: "Add --against FILE, or leave it out.")
    }
    let result = try perform(shop, compared)
    let exported = result.findings.isEmpty ? try export(result.proof, signedWith: key) : nil
    return ValueOutput(
      answer(result, compared, exported), status: result.findings.isEmpty ? ExitStatus.done : ExitStatus.unexpected
    ) { show(result, compared, exported) }
  }

  private struct Outcome {
    var findings: [FailedCheck]
    var unsealed: [String]
    /// Of the books before they were checked; nil when none is to be written.
    var proof: AuditProof?
    /// The contradictions to the given proof.
    var contradictions: [FailedCheck]
    /// Whether the entry of the proof is unchanged, which needs a log whose entries follow from each other.
    var proofHolds: Bool { contradictions.isEmpty && !findings.contains { $0.code == .brokenAuditLog } }
  }

  private func perform(_ shop: OpenShop, _ compared: ComparedProof?) throws -> Outcome {
    let (database, progress) = (try shop.books, shop.progress)
    if repairIndex {
      progress.begin("repairing")
      try database.repairIndex(actor: shop.actor)
    }
    // Before the checks, so that they cover all that the proof is of.
    let proof = exportProof == nil ? nil : try database.auditProof(checked: .everything)
    if exportProof != nil, proof == nil {
      throw Problems(
        .wrongState, "nothing was ever done in this shop, so there is nothing to prove",
        remedy: "Import a file first.")
    }
    var isBegun = false
    let findings = try database.check { done, total in
      if !isBegun { progress.begin("proving", counting: .steps("proofs"), total: total) }
      isBegun = true
      progress.advance(to: done)
    }
    let contradictions = try compared.map { try database.findings(against: $0.proof) } ?? []
    return Outcome(
      findings: findings + contradictions, unsealed: try database.unsealedCounts(), proof: proof,
      contradictions: contradictions)
  }

  private func answer(_ result: Outcome, _ compared: ComparedProof?, _ exported: AuditProof?) -> JSONOutput {
    JSONOutput(
      isSound: result.findings.isEmpty,
      findings: result.findings.map {
        .init(code: $0.code.id, message: $0.message, remedy: $0.problem.remedy, count: $0.count)
      }, unsealedCounts: result.unsealed,
      exportedProof: exported.map {
        .init(
          file: exportProof ?? "", entry: $0.statement.entry.number, hash: $0.statement.entry.hash,
          isSigned: $0.signature != nil)
      },
      against: compared.map {
        .init(
          file: $0.file, entry: $0.proof.statement.entry.number, madeAt: $0.proof.statement.madeAt,
          signature: $0.signatureState, holds: result.proofHolds)
      })
  }

  private func show(_ result: Outcome, _ compared: ComparedProof?, _ exported: AuditProof?) {
    if result.findings.isEmpty {
      Terminal.say("All checks passed: balances, documents, counts, average costs, references, audit log and file.")
    } else {
      for problem in result.findings.map(\.problem) {
        Terminal.showError("\(problem.code.id): \(problem.message)", remedy: problem.remedy)
      }
    }
    if !result.unsealed.isEmpty {
      Terminal.note(
        "\(Terminal.number(result.unsealed.count, "count")) not sealed, because an earlier version posted "
          + "\(result.unsealed.count == 1 ? "it" : "them"): \(Terminal.list(result.unsealed))")
    }
    if let compared, result.proofHolds {
      let statement = compared.proof.statement
      Terminal.say(
        "The proof of \(statement.madeAt) holds: entry \(statement.entry.number) of the audit log is unchanged"
          + (compared.signatureState == .verified ? ", and the proof is signed by that key." : "."))
    }
    if compared?.signatureState == .notVerified {
      Terminal.note("The signature of the proof was not verified: give the public key with --public-key.")
    }
    if let exported, let exportProof {
      Terminal.say("Wrote the proof of entry \(exported.statement.entry.number) to \(exportProof).")
      Terminal.note(
        "Keep it where nobody who can change the shop's files can change it, such as a mail to the accountant.")
    } else if let exportProof {
      Terminal.note("No proof was written to \(exportProof), because not all checks passed.")
    }
  }
}

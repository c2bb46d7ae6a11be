internal import Exchange
internal import FormatKit
internal import Foundation
internal import Jobs
internal import Stock

/// A proof that the shop is compared with.
struct ComparedProof {
  enum SignatureState: String, Encodable {
    case none
    case notVerified = "not-verified"
    case verified
  }

  /// As it was given.
  let file: String
  let proof: AuditProof
  let signatureState: SignatureState

  /// Reads a proof, and verifies its signature where a key is given.
  ///
  /// - Throws: ``Problem/Code/invalidProof``, and what is wrong with the files.
  init(file: String, publicKey: String?) throws {
    self.file = file
    var path = file
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: file, isDirectory: &isFolder), isFolder.boolValue {
      path = file + "/" + JobManifest.fileName
    }
    proof = try AuditProof.read(Self.bytes(of: path, limit: AuditProof.maximumBytes), name: path)
    if let publicKey {
      let pem = String(decoding: try Self.bytes(of: publicKey, limit: Self.keyLimit), as: UTF8.self)
      try proof.verify(by: AuditProof.VerifyingKey(pem: pem, name: publicKey), name: path)
      signatureState = .verified
    } else {
      signatureState = proof.signature == nil ? .none : .notVerified
    }
  }

  /// The largest file that is read as a key, in bytes.
  static let keyLimit = 1 << 16

  static func bytes(of path: String, limit: Int) throws -> [UInt8] {
    guard let handle = FileHandle(forReadingAtPath: path) else {
      throw Problems(.usage, "\(path) cannot be read", remedy: "Check the name of the file, and the rights to it.")
    }
    defer { try? handle.close() }
    let data = (try? handle.read(upToCount: limit + 1)) ?? Data()
    guard data.count <= limit else {
      throw Problems(.usage, "\(path) is larger than \(limit) bytes", remedy: "Check the name of the file.")
    }
    return Array(data)
  }
}

extension CheckCommand {
  func signingKey() throws -> AuditProof.SigningKey? {
    guard let signWith else { return nil }
    guard exportProof != nil else {
      throw Problems(
        .usage, "--sign-with goes with --export-proof", remedy: "Add --export-proof FILE, or leave it out.")
    }
    let pem = String(decoding: try ComparedProof.bytes(of: signWith, limit: ComparedProof.keyLimit), as: UTF8.self)
    return try AuditProof.SigningKey(pem: pem, name: signWith)
  }

  /// Writes the proof, signed where a key is given.
  func export(_ proof: AuditProof?, signedWith key: AuditProof.SigningKey?) throws -> AuditProof? {
    guard let exportProof, let proof else { return nil }
    let signed = try key.map { try proof.signed(with: $0) } ?? proof
    try AtomicOutput.write(to: exportProof) { try $0.write(try signed.json()) }
    return signed
  }
}

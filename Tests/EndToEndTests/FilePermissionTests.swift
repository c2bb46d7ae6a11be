import Foundation
import GRDB
import Testing

/// Files with costs or names of people are not for everyone on the machine.
@Suite struct FilePermissionTests {
  /// The mode of everything in a folder but links, by path.
  private func modes(in folder: String) throws -> [String: mode_t] {
    var modes: [String: mode_t] = [:]
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
    for name in names {
      var found = stat()
      guard lstat(folder + "/" + name, &found) == 0, found.st_mode & S_IFMT != S_IFLNK else { continue }
      modes[name] = found.st_mode & 0o7777
    }
    return modes
  }

  private func bash(_ script: String, in folder: TestFolder) throws {
    let run = try RunningCommand(
      "/bin/bash", ["-eu", "-c", script], in: folder.path, environment: folder.environment
    ).finish()
    #expect(run.status == 0, "\(run.shown)")
  }

  private static let trade = """
    stockroom init shop --currency EUR --time-zone Europe/Berlin --location shop
    cd shop
    printf 'product_code,title,sku,price\\nP1,Cup,S1,2.00\\nP2,Bowl,S2,3.00\\nP3,Jug,S3,wrong\\n' > ../goods.csv
    stockroom import ../goods.csv --on-error skip --accept many-rejected || test $? = 3
    printf 'document,sku,quantity,unit_cost,effective_at\\nD1,S1,10,1.00,2026-01-02\\n' > ../receipts.csv
    stockroom import ../receipts.csv --kind receipts
    sed 's/D1/D2/' ../receipts.csv > ../more.csv
    stockroom import ../more.csv --kind receipts --dry-run --plan ../receipts.plan
    stockroom export variants --to ../variants.csv
    stockroom report stock-on-hand --out ../stock.html
    stockroom journal --out ../journal.csv
    stockroom report --new mine
    mkdir ../mirror
    printf 'outputs:\\n  goods: {records: variants, format: csv}\\ntargets:\\n  - {name: mirror, folder: ../mirror}\\n' > jobs/nightly.yml
    stockroom job run nightly
    """

  @Test(arguments: ["022", "000"]) func filesAreForTheOwnerAndTheGroup(mask: String) throws {
    let folder = try TestFolder()
    // What the script itself makes is made under a mask of its own.
    let script = Self.trade.replacing("stockroom ", with: "run ")
    try bash("run() { (umask \(mask); exec stockroom \"$@\"); }\numask 077\n\(script)", in: folder)
    let modes = try modes(in: folder.path).filter { !$0.key.hasPrefix("home") }
    #expect(modes.filter { $0.value & 0o027 != 0 } == [:])
    for (name, mode) in [
      ("shop", 0o750), ("shop/stock.sqlite", 0o640), ("shop/stockroom.yml", 0o640), ("goods.rejects.csv", 0o640),
      ("receipts.plan", 0o640), ("variants.csv", 0o640), ("stock.html", 0o640), ("journal.csv", 0o640),
      ("shop/reports/mine/report.yml", 0o640), ("shop/exports/nightly/000001", 0o750),
      ("shop/exports/nightly/000001/goods.csv", 0o640), ("shop/exports/nightly/datapackage.json", 0o640),
      ("shop/jobs/.state/nightly/log.jsonl", 0o640), ("shop/jobs/.state/nightly/record", 0o640),
      ("mirror/000001/goods.csv", 0o640), ("mirror/datapackage.json", 0o640),
    ] as [(String, mode_t)] {
      #expect(modes[name] == mode, "\(name)")
    }
    // SQLite gives the files next to the database the mode of the database.
    let queue = try DatabaseQueue(path: folder.path + "/shop/stock.sqlite")
    try queue.write { try $0.execute(sql: "CREATE TABLE permission_test (id INTEGER)") }
    let open = try self.modes(in: folder.path + "/shop")
    #expect(open["stock.sqlite-wal"] == 0o640 && open["stock.sqlite-shm"] == 0o640, "\(open)")
  }

  /// A stricter mask of the person stays, a file that is replaced keeps its mode, and a job may be for everyone.
  @Test func permissionsAreWidenedOnlyWhereThePersonSaysSo() throws {
    let folder = try TestFolder()
    try bash(
      """
      umask 077
      \(Self.trade)
      chmod 644 ../stock.html
      stockroom report stock-on-hand --out ../stock.html
      printf 'readable_by: everyone\\nwhen_unchanged: publish\\n' >> jobs/nightly.yml
      stockroom job run nightly
      """, in: folder)
    let modes = try modes(in: folder.path)
    #expect(modes["shop"] == 0o700 && modes["shop/stock.sqlite"] == 0o600 && modes["variants.csv"] == 0o600)
    #expect(modes["stock.html"] == 0o644)
    for sets in ["shop/exports/nightly", "mirror"] {
      #expect(modes[sets + "/000001/goods.csv"] == 0o600)
      #expect(modes[sets + "/000002"] == 0o755, "\(modes)")
      for file in ["/000002/goods.csv", "/000002/datapackage.json", "/datapackage.json"] {
        #expect(modes[sets + file] == 0o644, "\(sets)\(file)")
      }
    }
  }
}

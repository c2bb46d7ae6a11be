import Foundation
import GRDB
import Testing

/// After any failure the last good set stays readable, the status is right, and the next run repairs the damage by
/// itself.
@Suite struct JobFaultTests {
  /// A program in a file system of its own, where this machine lets us have one.
  private static let mayMount: Bool = {
    guard let folder = try? TestFolder() else { return false }
    let run = try? RunningCommand(
      "/usr/bin/unshare",
      ["-m", "bash", "-euc", "mkdir d && mount -t tmpfs -o size=64k none d && mount -o remount,ro d"],
      in: folder.path, environment: folder.environment
    ).finish()
    return run?.status == 0
  }()

  /// Runs a script that may mount what only it sees.
  private func script(_ text: String, _ job: JobShop) throws -> CommandRun {
    try RunningCommand(
      "/usr/bin/unshare", ["-m", "bash", "-euc", text], in: job.shop.path, environment: job.shop.folder.environment
    ).finish(within: 60)
  }

  @Test(.enabled(if: mayMount, "needs the right to mount")) func theDiskIsFull() throws {
    let folder = try TestFolder()
    let job = try JobShop(folder)
    let disk = folder.path + "/disk"
    try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
    try job.define(JobShop.always + "\nfolder: \(disk)/sets")
    try job.writeGoods(100...3000)
    let run = try script(
      """
      mount -t tmpfs -o size=600k none ../disk; mkdir ../disk/sets
      stockroom job run nightly --at 2026-10-05T01:00
      stockroom import ../goods.csv > ../imported
      head -c 300000 /dev/zero > ../disk/filler
      echo $(stockroom job run nightly --at 2026-10-05T02:00; echo $?) > ../full
      ls -A ../disk/sets > ../listed
      cp -a ../disk/sets ../copy
      stockroom job status nightly --verify > ../status || true
      rm ../disk/filler
      stockroom job run nightly --at 2026-10-05T03:00
      stockroom job status nightly --verify > ../corrected
      cp -a ../disk/sets ../copy2
      """, job)
    #expect(run.status == 0, "\(run.shown)")
    #expect(job.lines(of: folder.path + "/full") == ["6"])
    #expect(
      run.errorText.contains("No space left on device") && run.errorText.contains("stays the newest"), "\(run.shown)")
    #expect(job.lines(of: folder.path + "/listed") == ["000001", "datapackage.json", "latest"])
    #expect(try ToldSet(folder.path + "/copy")?.number == 1)
    #expect(job.lines(of: folder.path + "/status").first?.hasPrefix("nightly: failed ") == true)
    #expect(try ToldSet(folder.path + "/copy2")?.number == 2)
    #expect(job.lines(of: folder.path + "/corrected").first?.hasSuffix("status 0") == true)
  }

  @Test(.enabled(if: mayMount, "needs the right to mount")) func theDiskIsNotMounted() throws {
    let folder = try TestFolder()
    let job = try JobShop(folder)
    let disk = folder.path + "/disk"
    try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
    try job.define(JobShop.outputs + "\nfolder: \(disk)")
    let run = try script(
      """
      mount -t tmpfs none ../disk
      stockroom job run nightly --at 2026-10-05T01:00
      umount ../disk
      exec stockroom job run nightly --at 2026-10-05T02:00
      """, job)
    #expect(run.status == 6 && run.errorText.contains("holds none of the sets"), "\(run.shown)")
    #expect(run.errorText.contains("--full"), "\(run.shown)")
    #expect(job.names(disk).isEmpty)
    #expect(try job.verified().status == 6)
    #expect(try job.run(["--full"], at: 180).status == 0)
    #expect(try ToldSet(disk)?.number == 2)
    // A missing set is reported, file by file.
    try FileManager.default.removeItem(atPath: disk + "/000002")
    let verified = try job.verified()
    #expect(verified.status == 6 && verified.outputText.contains("bytes, is not there"), "\(verified.shown)")
    #expect(!verified.outputText.contains("as published"), "\(verified.shown)")
  }

  /// A limit on the size of files, where nothing can be mounted.
  @Test func aFileMayNotGrow() throws {
    let folder = try TestFolder()
    let job = try JobShop(folder)
    #expect(try job.run(at: 0).status == 0)
    try job.addGoods(100...3000)
    let run = try RunningCommand(
      "/bin/bash", ["-c", "trap '' XFSZ; ulimit -f 64; exec stockroom job run nightly --at 2026-10-05T02:00"],
      in: job.shop.path, environment: folder.environment
    ).finish()
    #expect(run.status == 6 && run.errorText.contains("File too large"), "\(run.shown)")
    #expect(try ToldSet(job.sets)?.number == 1)
    #expect(job.names() == ["000001", "datapackage.json", "latest"])
    #expect(try job.verified().status == 6)
    #expect(try job.run(at: 180).status == 0)
    #expect(try ToldSet(job.sets)?.number == 2)
    #expect(try job.verified().status == 0)
  }

  @Test(.enabled(if: mayMount, "needs the right to mount")) func aTargetMayNotBeWritten() throws {
    let folder = try TestFolder()
    let job = try JobShop(folder)
    for name in ["own", "mirror"] {
      try FileManager.default.createDirectory(atPath: folder.path + "/" + name, withIntermediateDirectories: true)
    }
    try job.define(JobShop.always + "\nfolder: \(folder.path)/own\ntargets:\n  - folder: \(folder.path)/mirror\n")
    #expect(try job.run(at: 0).status == 0)
    for name in ["own", "mirror"] {
      let before = try #require(try ToldSet(folder.path + "/" + name))
      let run = try script(
        """
        mount --bind ../\(name) ../\(name); mount -o remount,ro,bind ../\(name)
        exec stockroom job run nightly --at 2026-10-05T0\(name == "own" ? 1 : 2):00
        """, job)
      #expect(run.status == 6 && run.errorText.contains("Read-only file system"), "\(run.shown)")
      #expect(try ToldSet(folder.path + "/" + name) == before)
      #expect(try job.verified().status == 6)
      #expect(try job.run(at: name == "own" ? 60 : 120).status == 0)
      #expect(try ToldSet(folder.path + "/mirror") == ToldSet(folder.path + "/own"))
      #expect(try job.verified().status == 0)
    }
  }

  @Test func aTargetIsMissingOrSomethingElse() throws {
    let folder = try TestFolder()
    let job = try JobShop(folder)
    let (mirror, away) = (folder.path + "/mirror", folder.path + "/away")
    try FileManager.default.createDirectory(atPath: mirror, withIntermediateDirectories: true)
    try job.define(JobShop.always + "\ntargets:\n  - folder: \(mirror)\n")
    #expect(try job.run(at: 0).status == 0)
    let manager = FileManager.default
    for (turn, what) in ["missing", "link", "file"].enumerated() {
      try manager.moveItem(atPath: mirror, toPath: away)
      let before = try ToldSet(away)
      let listed = job.names(away)
      if what == "link" { try manager.createSymbolicLink(atPath: mirror, withDestinationPath: away) }
      if what == "file" { try folder.write("mirror", "file") }
      let run = try job.run(at: 10 * turn + 1)
      #expect(run.status == 6, "\(what): \(run.shown)")
      #expect(
        run.errorText.contains(what == "missing" ? "No such file" : what == "link" ? "symbolic link" : "not a folder"))
      #expect(try ToldSet(away) == before && job.names(away) == listed, "\(what)")
      // The job's own set was published nevertheless.
      #expect(try ToldSet(job.sets)?.number == before.map { $0.number + 1 })
      let status = try job.verified()
      #expect(status.status == 6 && status.outputText.contains("lacks"), "\(status.shown)")
      try? manager.removeItem(atPath: mirror)
      try manager.moveItem(atPath: away, toPath: mirror)
      let next = try job.run(at: 10 * turn + 1)
      #expect(next.status == 0 && next.errorText.contains("delivered"), "\(next.shown)")
      #expect(try ToldSet(mirror) == ToldSet(job.sets))
      #expect(try job.verified().status == 0)
    }
  }

  @Test func theOwnFolderIsReplacedByALink() throws {
    let folder = try TestFolder()
    let job = try JobShop(folder)
    #expect(try job.run(at: 0).status == 0)
    let manager = FileManager.default
    let away = folder.path + "/away"
    for link in [job.sets, job.shop.path + "/exports"] {
      try manager.moveItem(atPath: link, toPath: away)
      try manager.createSymbolicLink(atPath: link, withDestinationPath: away)
      let listed = try manager.subpathsOfDirectory(atPath: away).sorted()
      let run = try job.run(at: 5)
      #expect(run.status == 6 && run.errorText.contains("is a symbolic link"), "\(run.shown)")
      #expect(try manager.subpathsOfDirectory(atPath: away).sorted() == listed)
      #expect(try job.verified().status == 6)
      try manager.removeItem(atPath: link)
      try manager.moveItem(atPath: away, toPath: link)
    }
    #expect(try job.run(at: 5).status == 0)
    #expect(try ToldSet(job.sets)?.number == 2)
    #expect(try job.verified().status == 0)
  }

  /// The clock of a run is its cut-off: `--at` replaces the machine's clock.
  @Test func theClockIsSetBack() throws {
    let folder = try TestFolder()
    let job = try JobShop(
      folder,
      job:
        "mode: delta\nretention: { days: 3 }\noutputs:\n  goods:\n    records: variants\n    format: csv\n    columns: [sku]\n    file: goods.csv"
    )
    var numbers: [Int] = []
    for (turn, day) in ["2026-10-05", "2026-10-06", "2020-01-01", "2026-10-07"].enumerated() {
      try job.addGoods((2000 + turn)...(2000 + turn))
      let run = try job.run(["--at", day])
      #expect(run.status == 0, "\(run.shown)")
      let told = try #require(try ToldSet(job.sets))
      numbers.append(told.number)
      #expect(told.cutOff.hasPrefix(day))
      let rows = job.lines(of: job.sets + "/latest/goods.csv").dropFirst()
      if turn > 0 { #expect(rows == ["S\(2000 + turn)"]) }
    }
    #expect(numbers == [1, 2, 3, 4])
    #expect(job.names().compactMap { Int($0) } == [1, 2, 4])
    #expect(try job.verified().status == 0)
  }

  @Test func twoRunsAtOnce() throws {
    let folder = try TestFolder()
    let job = try JobShop(folder)
    // Holds the lock until the file is there.
    let gate = folder.path + "/gate"
    let target =
      "\ntargets:\n  - command: [sh, -c, 'touch $0.reached; until [ -e $0 ]; do sleep 0.02; done', \(gate)]\n"
    try job.define(JobShop.always + target)
    let first = try folder.start(JobShop.command(at: 0), in: job.shop.path)
    for _ in 0..<500 where !FileManager.default.fileExists(atPath: gate + ".reached") { usleep(20_000) }
    let second = try job.run(at: 1)
    #expect(second.status == 75 && second.errorText.contains("another run of the job is under way"), "\(second.shown)")
    let status = try job.shop.run(["job", "status"])
    #expect(status.status == 0 && status.outputText.contains("running since"), "\(status.shown)")
    let limited = try job.run(["--wait", "0.2"], at: 1)
    #expect(limited.status == 75)
    // Another job is not held up.
    try job.define(JobShop.always, name: "other")
    #expect(try job.shop.run(["job", "run", "other"]).status == 0)
    let waiting = try folder.start(JobShop.command(["--wait"], at: 2), in: job.shop.path)
    usleep(100_000)
    try folder.write("gate", "")
    #expect(first.finish().status == 0)
    let waited = waiting.finish()
    #expect(waited.status == 0, "\(waited.shown)")
    #expect(try ToldSet(job.sets)?.number == 2)
    #expect(try job.verified().status == 0)
  }

  @Test func theDatabaseIsBusy() throws {
    let folder = try TestFolder()
    let job = try JobShop(folder)
    // A writer does not hold up a job; only the audit log waits for the next run.
    try ShopContents.holding(job.shop.database) {
      let run = try job.run(at: 0)
      #expect(run.status == 0 && run.errorText.contains("audit log"), "\(run.shown)")
    }
    #expect(try ToldSet(job.sets)?.number == 1)
    // A process that also locks out readers does hold up a job.
    let queue = try DatabaseQueue(path: job.shop.database)
    try queue.inDatabase { database in
      try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE")
      let run = try job.run(at: 1)
      #expect(run.status == 75 && run.errorText.contains("ry again"), "\(run.shown)")
      #expect(try ToldSet(job.sets)?.number == 1)
      #expect(try job.verified().status == 75)
      try database.execute(sql: "ROLLBACK")
    }
    try queue.close()
    #expect(try job.run(at: 1).status == 0)
    #expect(try ToldSet(job.sets)?.number == 2)
    #expect(try job.verified().status == 0)
    let entries = try ShopContents.rows(
      job.shop.database, "SELECT SUBSTR(details, 1, 33) FROM audit_log WHERE details LIKE 'job %' ORDER BY id")
    #expect(entries == ["job nightly: published set 000001", "job nightly: published set 000002"])
  }

  @Test func aReportsSQLFails() throws {
    let folder = try TestFolder()
    let job = try JobShop(folder)
    let report = job.shop.path + "/reports/mine"
    try FileManager.default.createDirectory(atPath: report, withIntermediateDirectories: true)
    try Data(
      "title: Mine\nsummary: Mine.\nqueries:\n  goods:\n    file: query.sql\n    columns: { sku: text }\ncsv:\n  query: goods\n"
        .utf8
    )
    .write(to: URL(fileURLWithPath: report + "/report.yml"))
    func query(_ sql: String) throws { try Data(sql.utf8).write(to: URL(fileURLWithPath: report + "/query.sql")) }
    try query("SELECT sku FROM report_variants ORDER BY sku")
    let text = JobShop.always + "\n  mine:\n    report: mine\n    format: csv\n    file: mine-{date}.csv\n"
    try job.define(text)
    let first = try job.run(at: 0)
    #expect(first.status == 0, "\(first.shown)")
    let before = try ToldSet(job.sets)
    // Another job continues, even if this one fails.
    try job.define(JobShop.always, name: "zzz")
    for sql in [
      "SELECT no_such_column FROM report_variants", "SELECT ABS(-9223372036854775808) AS sku FROM report_variants",
    ] {
      try query(sql)
      let run = try job.shop.run(["job", "run", "--all", "--at", "2026-10-05T01:00"])
      #expect([2, 4].contains(run.status) && run.errorText.contains("zzz: "), "\(run.shown)")
      #expect(try ToldSet(job.sets) == before)
      #expect(job.names() == ["000001", "datapackage.json", "latest"])
      #expect(try job.verified().status == run.status)
    }
    try query("SELECT sku FROM report_variants ORDER BY sku DESC")
    #expect(try job.run(at: 61).status == 0)
    #expect(try ToldSet(job.sets)?.number == 2)
    #expect(try job.verified().status == 0)
  }

  @Test(arguments: [
    ("[\"false\"]", "", "status 1"), ("[sleep, \"60\"]", "timeout: 1s", "took too long"),
    ("[\"yes\"]", "timeout: 1s", "took too long"), ("[/not/there]", "", "cannot be started"),
  ])
  func aDeliveryFails(command: String, more: String, said: String) throws {
    let folder = try TestFolder()
    let job = try JobShop(folder)
    let told = folder.path + "/told"
    func text(_ command: String, _ more: String) -> String {
      JobShop.outputs
        + "\non_failure: [sh, -c, 'cat > $0; exit 7', \(told)]\ntargets:\n  - name: remote\n    command: \(command)\n"
        + (more.isEmpty ? "" : "    \(more)\n")
    }
    try job.define(text(command, more))
    let run = try job.run(at: 0)
    #expect(run.status == 6 && run.errorText.contains(said), "\(run.shown)")
    #expect(run.seconds < 10 && run.errors.count < 4000)
    #expect(try ToldSet(job.sets)?.number == 1)
    let report = try #require(FileManager.default.contents(atPath: told))
    let object = try #require(try JSONSerialization.jsonObject(with: report) as? [String: Any])
    #expect(object["job"] as? String == "nightly" && object["status"] as? Int == 6)
    // The command of on_failure itself failed, which is only reported.
    #expect(run.errorText.contains("was not reported to anyone") && run.errorText.contains("status 7"), "\(run.shown)")
    let status = try job.verified()
    #expect(status.status == 6 && status.outputText.contains("remote lacks 000001"), "\(status.shown)")
    let size = (try? FileManager.default.attributesOfItem(atPath: job.state + "/log.jsonl"))?[.size] as? Int ?? .max
    #expect(size < 100_000)
    try job.define(text("[\"true\"]", ""))
    let next = try job.run(at: 0)
    #expect(
      next.status == 0 && next.errorText.contains("nothing has changed") && next.errorText.contains("delivered 000001"))
    #expect(try job.verified().status == 0)
  }
}

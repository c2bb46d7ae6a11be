internal import ArgumentParser
internal import Exchange
internal import FormatKit
internal import Foundation
internal import Jobs
internal import RetailValues

extension JobCommand {
  /// Has the system run jobs.
  struct Install: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "install",
      abstract: "Print or write what the system needs to run jobs: a systemd timer, or a line for cron.",
      discussion: """
        Jobs without a schedule are left out, and so are those that are switched off. Nothing is changed in the system; the output explains what to do with it. \
        `crontab -` replaces all your lines: the last example keeps them and adds the missing ones. When a schedule has \
        changed, remove the old line of the job with `crontab -e`.

        Examples:
          stockroom job install nightly
          stockroom job install nightly --to ~/.config/systemd/user
          stockroom job install --cron > lines && (crontab -l 2>/dev/null | grep -vxFf lines; cat lines) | crontab -
        """)
    static let acts = Acts(.runJobs)

    @Argument(help: "The jobs; all that have a schedule when none is given.")
    var names: [String] = []

    @Option(help: ArgumentHelp("Write the units of systemd into this folder.", valueName: "folder"))
    var to: String?

    @Flag(help: "Print only the lines for cron.")
    var cron = false

    @OptionGroup var shopOptions: ShopOptions

    func run(in shop: OpenShop) throws -> ValueOutput {
      guard to == nil || !cron else {
        throw Problems(.usage, "--cron and --to exclude each other", remedy: "Leave one of them out.")
      }
      let path = shop.folder.absolutePath
      guard !path.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
        throw Problems(.usage, "the path of the shop has control characters in it", remedy: "Rename the folder.")
      }
      let (jobs, failures) = shop.folder.jobs.all(names)
      if !failures.isEmpty { return Self.output(of: failures) }
      let executable = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path
      let installations = jobs.compactMap { job in
        JobInstallation(
          job, shopName: shop.folder.settings.name, shopPath: path, timeZone: shop.folder.settings.timeZone,
          executable: executable)
      }
      let off = jobs.filter { !$0.isEnabled }.map(\.name)
      let without = jobs.filter { $0.schedule == nil && $0.isEnabled }.map(\.name)
      guard !installations.isEmpty else {
        guard off.isEmpty || !without.isEmpty else {
          throw Problems(
            .usage, "\(Terminal.list(off)) \(off.count == 1 ? "is" : "are") switched off",
            remedy: "Switch jobs on with `stockroom job enable NAME`.")
        }
        throw Problems(
          .usage, without.isEmpty ? "the shop has no jobs" : "\(Terminal.list(without)) has no schedule",
          remedy: "Write `schedule: \"02:30\"` into the file of the job.")
      }
      if !off.isEmpty { Terminal.note("Switched off: \(Terminal.list(off)).") }
      if !names.isEmpty, !without.isEmpty { Terminal.note("No schedule: \(Terminal.list(without)).") }
      if cron { try Self.refuseWithoutLine(installations) }
      let files = try to.map { try write(installations, to: $0) } ?? [:]
      return ValueOutput(installations.map { JSONOutput($0, files: files[$0.job] ?? []) }) {
        for installation in installations {
          if to != nil {
            for file in files[installation.job] ?? [] { Terminal.say(file) }
          } else if cron {
            installation.cronLine.map { Terminal.say($0) }
          } else {
            show(installation)
          }
        }
      } remarks: {
        guard to != nil else { return }
        Terminal.note("Switch them on: systemctl daemon-reload, then systemctl enable --now for each .timer.")
      }
    }

    private struct FoundProblems: Encodable {
      let status: Int32
      let problems: [JobProblemOutput]
    }

    /// What is wrong with the definitions, so that nothing is installed.
    private static func output(of failures: [Problems]) -> ValueOutput {
      let status = JobStatus.worst(failures.map(\.first.outcome.rawValue))
      let problems = failures.flatMap(\.all)
      return ValueOutput(FoundProblems(status: status, problems: problems.map(JobProblemOutput.init)), status: status) {
      } remarks: {
        JobCommand.report(problems)
      }
    }

    /// The files that the system gets for a job, for programs.
    private struct JSONOutput: Encodable {
      let job: String
      let unit: String
      let service: String
      let timer: String
      let cronLine: String?
      let files: [String]

      init(_ installation: JobInstallation, files: [String]) {
        job = installation.job
        unit = installation.unit
        service = installation.service
        timer = installation.timer
        cronLine = installation.cronLine
        self.files = files
      }
    }

    /// Writes the units, after all that is there was looked at.
    ///
    /// - Returns: the files of each job.
    private func write(_ installations: [JobInstallation], to folder: String) throws -> [String: [String]] {
      try makeFolder(folder)
      var files: [String: [String]] = [:]
      for installation in installations {
        files[installation.job] = [".service", ".timer"].map { folder + "/" + installation.unit + $0 }
        for file in files[installation.job] ?? [] { try refuseForeign(file, installation) }
      }
      for installation in installations {
        for (file, text) in zip(files[installation.job] ?? [], [installation.service, installation.timer]) {
          try AtomicOutput.write(to: file) { try $0.write(text) }
        }
      }
      return files
    }

    private func makeFolder(_ folder: String) throws {
      do {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      } catch {
        throw Problems(
          .sinkFailed, source: folder, "the folder cannot be made: \((error as NSError).localizedDescription)",
          remedy: "Check its path and your rights, or name another folder.")
      }
    }

    /// A unit that another shop's job, or somebody by hand, has written there stays.
    private func refuseForeign(_ file: String, _ installation: JobInstallation) throws {
      guard FileManager.default.fileExists(atPath: file) else { return }
      let text = FileHandle(forReadingAtPath: file).flatMap { try? $0.read(upToCount: 1 << 16) } ?? Data()
      guard !text.starts(with: Data((installation.heading + "\n").utf8)) else { return }
      throw Problems(
        .usage, "\(file) is there already, and was not written for the job \(installation.job) of this shop",
        remedy: "Look at it and move it away, or name another folder.")
    }

    private static func refuseWithoutLine(_ installations: [JobInstallation]) throws {
      let without = installations.filter { $0.cronLine == nil }.map(\.job)
      guard !without.isEmpty else { return }
      throw Problems(
        .usage, "cron has no words for the schedule of \(Terminal.list(without))",
        remedy: "Write it as 02:30 or as the five fields of cron, or use systemd.")
    }

    private func show(_ installation: JobInstallation) {
      Terminal.say("# \(installation.unit).service")
      Terminal.say(installation.service)
      Terminal.say("# \(installation.unit).timer")
      Terminal.say(installation.timer)
      guard let line = installation.cronLine else { return }
      Terminal.say("# Or for cron, by the clock of the machine:")
      Terminal.say(line)
    }
  }
}

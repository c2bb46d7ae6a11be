internal import ArgumentParser
internal import Exchange
internal import FormatKit
internal import Foundation
internal import Jobs

extension JobCommand {
  /// Has the system run jobs.
  struct Install: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print or write what the system needs to run jobs by itself: a timer of systemd, or a line for cron.",
      discussion: """
        Jobs without a schedule are left out. Nothing is changed in the system; what is printed says what to do with it.

        Examples:
          stockroom job install nightly
          stockroom job install --cron | crontab -
          stockroom job install nightly --to ~/.config/systemd/user
        """)

    @Argument(help: "The jobs; all that have a schedule when none is given.")
    var names: [String] = []

    @Option(help: ArgumentHelp("Write the units of systemd into this folder.", valueName: "folder"))
    var to: String?

    @Flag(help: "Print only the lines for cron.")
    var cron = false

    @OptionGroup var shopOptions: ShopOptions

    func run() throws {
      guard to == nil || !cron else {
        throw UsageError("--cron and --to exclude each other", remedy: "Leave one of them out.")
      }
      let folder = try shopOptions.folder()
      let path = folder.absolutePath
      guard !path.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
        throw UsageError("the path of the shop has control characters in it", remedy: "Rename the folder.")
      }
      let (jobs, troubles) = folder.jobs.all(names)
      try JobCommand.complain(troubles)
      let executable = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path
      let installations = jobs.compactMap { job in
        JobInstallation(
          job, shopName: folder.settings.name, shopPath: path, timeZone: folder.settings.timeZone,
          executable: executable)
      }
      let without = jobs.filter { $0.schedule == nil }.map(\.name)
      guard !installations.isEmpty else {
        throw UsageError(
          without.isEmpty ? "the shop has no jobs" : "\(Terminal.list(without)) has no schedule",
          remedy: "Write `schedule: \"02:30\"` into the file of the job.")
      }
      if !names.isEmpty, !without.isEmpty { Terminal.note("No schedule: \(Terminal.list(without)).") }
      if let to { return try write(installations, to: to) }
      if cron { return try printLines(installations) }
      for installation in installations { show(installation) }
    }

    private func write(_ installations: [JobInstallation], to folder: String) throws {
      for installation in installations {
        for (ending, text) in [(".service", installation.service), (".timer", installation.timer)] {
          let file = folder + "/" + installation.unit + ending
          try AtomicOutput.write(to: file) { try $0.write(text) }
          Terminal.say(file)
        }
      }
      Terminal.note("Switch them on: systemctl daemon-reload, then systemctl enable --now for each .timer.")
    }

    private func printLines(_ installations: [JobInstallation]) throws {
      for installation in installations {
        guard let line = installation.cronLine else {
          throw UsageError(
            "cron has no words for the schedule of \(installation.unit)",
            remedy: "Write it as 02:30 or as the five fields of cron, or use systemd.")
        }
        Terminal.say(line)
      }
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

internal import ArgumentParser
internal import Foundation
internal import Jobs
internal import ProblemKit
internal import RetailValues
internal import Serving
internal import Stock
internal import YAMLReading

extension JobCommand {
  struct Enable: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "enable", abstract: "Switch a job on again.",
      discussion: """
        It writes `enabled: yes` into the file of the job; everything else in it stays as it is.

        Example:
          stockroom job enable nightly
        """)
    static let acts = Acts(.defineOptions)

    @Argument(help: "The job.")
    var name: String

    @OptionGroup var shopOptions: ShopOptions

    func run(in shop: OpenShop) throws -> ValueOutput { try JobSwitch(name: name, isOn: true).turn(in: shop) }
  }

  struct Disable: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "disable", abstract: "Switch a job off, so that nothing runs it.",
      discussion: """
        It writes `enabled: no` into the file of the job; everything else in it stays as it is. Timers of the system may \
        stay: a run does nothing then. What was published stays.

        Example:
          stockroom job disable nightly
        """)
    static let acts = Acts(.defineOptions)

    @Argument(help: "The job.")
    var name: String

    @OptionGroup var shopOptions: ShopOptions

    func run(in shop: OpenShop) throws -> ValueOutput { try JobSwitch(name: name, isOn: false).turn(in: shop) }
  }
}

/// Switches a job on or off in its file.
private struct JobSwitch {
  let name: String
  let isOn: Bool

  /// A job that was switched, for programs.
  private struct Answer: Encodable {
    let job: String
    let enabled: Bool
  }

  private var word: String { isOn ? "on" : "off" }
  private var line: String { "enabled: \(isOn ? "yes" : "no")" }

  /// Writes the file, and enters it in the audit log. When anything fails, the file is as before.
  func turn(in shop: OpenShop) throws -> ValueOutput {
    let library = shop.folder.jobs
    let answer = Answer(job: name, enabled: isOn)
    guard try library.job(named: name).isEnabled != isOn else {
      return ValueOutput(answer, "The job \(name) is switched \(word) already.")
    }
    let path = "\(library.folder)/\(name).yml"
    let lock = try FileLock.take(path)
    defer { FileLock.end(lock) }
    let old = FileManager.default.contents(atPath: path) ?? Data()
    let new = Data(try changed(String(decoding: old, as: UTF8.self)).utf8)
    var isWritten = false
    do {
      try shop.books.recordAct("switched the job \(name) \(word)", actor: shop.actor) {
        try DurableFile.replace(old, with: new, at: path)
        isWritten = true
      }
    } catch {
      if isWritten { try? DurableFile.replace(new, with: old, at: path) }
      throw error
    }
    return ValueOutput(answer, "The job \(name) is switched \(word) from now on.")
  }

  private func changed(_ text: String) throws -> String {
    do {
      return try YAMLEdit.setting(["enabled"], to: .bare(isOn ? "yes" : "no"), in: text)
    } catch let refusal as YAMLEdit.Refusal {
      throw Problems(
        .usage, "jobs/\(name).yml is not changed by this command: \(refusal.message)",
        remedy: "Write the line `\(line)` into it yourself.")
    }
  }
}

internal import Exchange
internal import FormatKit
internal import Yams

/// Reads when a job runs, which sets are kept, and its targets.
extension JobReader {
  /// A time of day `02:30`, the five fields of a cron line, or an expression of systemd.
  func schedule(_ node: Node) throws(Problems) -> JobSchedule {
    let text = try yaml.text(node, what: "schedule")
    if let match = text.wholeMatch(of: #/([0-9]{1,2}):([0-9]{2})/#) {
      guard let hour = Int(match.1), let minute = Int(match.2), hour < 24, minute < 60 else {
        throw yaml.error(node, "'\(text)' is not a time of day", remedy: "Write it as 02:30.")
      }
      return .daily(hour: hour, minute: minute)
    }
    // Both end up in files of their own, where a line end would begin another setting.
    let fields = text.split(separator: " ")
    let isPlain = text.utf8.count <= 200 && text.unicodeScalars.allSatisfy { (0x20..<0x7F).contains($0.value) }
    if isPlain, fields.count == 5 {
      do throws(CronFields.InvalidLine) {
        let line = fields.joined(separator: " ")
        _ = try CronFields(line)
        return .cron(line)
      } catch { throw yaml.error(node, "\(error.message): '\(text)'", remedy: error.remedy) }
    }
    guard isPlain, CalendarExpression(text) != nil else {
      throw yaml.error(
        node, "'\(text)' is not a schedule",
        remedy: "Write a time of day such as 02:30, the five fields of a cron line (30 2 * * 1-5), "
          + "or an OnCalendar of systemd (Mon..Fri 02:30).")
    }
    return .calendar(fields.joined(separator: " "))
  }

  /// A number of sets, or `sets` and `days`.
  func retention(_ node: Node) throws(Problems) -> JobRetention {
    if case .scalar = node { return JobRetention(sets: try count(node, what: "retention")) }
    var retention = JobRetention()
    for (key, _, value) in try yaml.pairs(node, known: ["sets", "days"], what: "retention") {
      yaml.attempt { () throws(Problems) in
        if key == "sets" { retention.sets = try count(value, what: key) }
        if key == "days" { retention.days = try count(value, what: key) }
      }
    }
    return retention
  }

  private func count(_ node: Node, what: String) throws(Problems) -> Int {
    let number = try yaml.number(node, what: what)
    guard (1...100_000).contains(number) else {
      throw yaml.error(
        node, "\(what) '\(number)' is out of range",
        remedy: "Give a number from 1 to 100000; the newest set always stays.")
    }
    return number
  }

  func targets(_ node: Node) throws(Problems) -> [JobTarget] {
    guard case .sequence(let sequence) = node else {
      throw yaml.error(
        node, "targets must be a list", remedy: "Begin each with a dash: `- folder: /srv/exports` or `- command: […]`.")
    }
    var targets: [JobTarget] = []
    for item in sequence.prefix(100) {
      yaml.attempt { () throws(Problems) in
        let target = try target(item)
        guard !targets.contains(where: { $0.name == target.name }) else {
          throw yaml.error(
            item, "two targets are called '\(target.name)'", remedy: "Give one of them another `name:`, or take it out."
          )
        }
        targets.append(target)
      }
    }
    return targets
  }

  private func target(_ node: Node) throws(Problems) -> JobTarget {
    var delivery: JobTarget.Delivery?
    var name: String?
    var timeout: Int?
    for (key, keyNode, value) in try yaml.pairs(
      node, known: ["folder", "command", "timeout", "name"], what: "a target")
    {
      if key == "folder" || key == "command", delivery != nil {
        throw yaml.error(keyNode, "a target has both a folder and a command", remedy: "Make two targets of them.")
      }
      switch key {
      case "folder": delivery = .folder(try folder(value, what: key))
      case "command": delivery = .command(try command(value, what: key, places: JobTarget.places))
      case "timeout": timeout = try seconds(value, what: key)
      default:
        let text = try yaml.text(value, what: key)
        guard Self.isName(text) else {
          throw yaml.error(
            value, "'\(text)' cannot be the name of a target", remedy: "Use small letters, digits, - and _.")
        }
        name = text
      }
    }
    guard let delivery else {
      throw yaml.error(node, "a target says nowhere to go", remedy: "Give it a `folder:` or a `command:`.")
    }
    if case .folder = delivery, timeout != nil {
      throw yaml.error(node, "a folder has no timeout", remedy: "Leave it out; only commands are waited for.")
    }
    let words =
      switch delivery {
      case .folder(let path): path
      case .command(let arguments): arguments.joined(separator: " ")
      }
    return JobTarget(name: name ?? words, delivery: delivery, timeoutSeconds: timeout ?? 600)
  }

  /// The command of `on_failure`, even if the rest of the file is invalid. Empty if it cannot be read.
  func failureCommand(in text: String) -> [String] {
    guard let node = try? yaml.root(of: text).mapping?["on_failure"] else { return [] }
    return (try? command(node, what: "on_failure", places: [])) ?? []
  }

  /// A command with its arguments as a list; it is run without a shell, so one text is a program without arguments.
  func command(_ node: Node, what: String, places: [String]) throws(Problems) -> [String] {
    let words = try yaml.texts(node, what: what)
    if case .scalar = node, words.first?.contains(" ") == true {
      throw yaml.error(
        node, "\(what) is one text with spaces in it, and no shell takes it apart",
        remedy: "Write a list: [program, first argument, second argument].")
    }
    guard let program = words.first, !program.isEmpty else {
      throw yaml.error(node, "\(what) names no program", remedy: "Write a list: [program, argument].")
    }
    guard words.allSatisfy({ !$0.utf8.contains(0) }) else {
      throw yaml.error(node, "\(what) holds a character that no argument may have")
    }
    for word in words {
      for match in word.matches(of: #/\{([a-z_]*)\}/#) where !places.isEmpty && !places.contains(String(match.1)) {
        let near = nearestName(to: String(match.1), among: places)
        yaml.note(
          yaml.error(
            node, "a command has no place '{\(match.1)}'",
            remedy: near.map { "Did you mean '{\($0)}'?" }
              ?? "There are \(places.map { "{\($0)}" }.joined(separator: ", "))."))
      }
    }
    return words
  }

  /// A number of seconds, or a number followed by `s`, `m` or `h`.
  func seconds(_ node: Node, what: String) throws(Problems) -> Int {
    let text = try yaml.text(node, what: what)
    guard let match = text.wholeMatch(of: #/([0-9]{1,6}) ?([smh]?)/#), let number = Int(match.1) else {
      throw yaml.error(node, "\(what) '\(text)' is not a time", remedy: "Write it as 90s, 10m or 2h.")
    }
    let seconds = number * (match.2 == "h" ? 3600 : match.2 == "m" ? 60 : 1)
    guard (1...86_400).contains(seconds) else {
      throw yaml.error(node, "\(what) '\(text)' is out of range", remedy: "Give a time from 1s to 24h.")
    }
    return seconds
  }

  func path(_ node: Node, what: String) throws(Problems) -> String {
    let text = try yaml.text(node, what: what)
    guard !text.isEmpty, text.utf8.count <= 4000, !text.unicodeScalars.contains(where: { $0.value < 0x20 }) else {
      throw yaml.error(node, "\(what) '\(text)' is not a path", remedy: "Give the path of a folder.")
    }
    return text
  }
}

extension JobTarget {
  /// The placeholders that a command may have in braces.
  static let places = ["set", "folder", "number", "job", "manifest"]
}

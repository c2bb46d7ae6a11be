internal import Exchange
internal import FormatKit
internal import Reporting
internal import RetailValues
internal import Stock
internal import Yams

/// Reads the definition of a job, collecting everything that is wrong with it.
struct JobReader {
  let yaml: YAMLReader
  let registry: FormatRegistry
  let reports: ReportLibrary
  /// The shop's folder, absolute.
  let shop: String
  /// The books on which reports and locations are tried; nil when only the text is read.
  let trial: ShopSnapshot?

  init(
    source: String, registry: FormatRegistry, reports: ReportLibrary, shop: String, trial: ShopSnapshot? = nil
  ) {
    self.shop = shop
    yaml = YAMLReader(.jobInvalid, of: "the definition", source: source)
    self.registry = registry
    self.reports = reports
    self.trial = trial
  }

  private static let keys = [
    "title", "enabled", "schedule", "mode", "folder", "zero_rows", "when_unchanged", "outputs", "retention", "targets",
    "on_failure", "readable_by",
  ]

  /// The most outputs that a job may have.
  private static let mostOutputs = 1000

  /// Whether a text can be the name of a job or an output: the name is used in paths, in systemd units and in
  /// manifests.
  static func isName(_ text: String) -> Bool {
    text.wholeMatch(of: #/[a-z0-9][a-z0-9_-]{0,63}/#) != nil
  }

  func job(named name: String, from text: String) throws(Problems) -> JobDefinition {
    let root = try yaml.root(of: text)
    var job = JobDefinition(name: name, outputs: [])
    let pairs = try yaml.pairs(root, known: Self.keys, what: "a job")
    var zeroRows = OutputDefinition.ZeroRows.allow
    for (key, node, value) in pairs {
      yaml.attempt { () throws(Problems) in
        switch key {
        case "title": job.title = try yaml.text(value, what: key)
        case "enabled": job.isEnabled = try isEnabled(value)
        case "schedule": job.schedule = try schedule(value)
        case "mode": job.mode = try yaml.choice(value, of: JobMode.self, what: key)
        case "folder": job.folder = try folder(value, what: key)
        case "zero_rows": zeroRows = try yaml.choice(value, of: OutputDefinition.ZeroRows.self, what: key)
        case "when_unchanged":
          job.whenUnchanged = try yaml.choice(value, of: JobDefinition.WhenUnchanged.self, what: key)
        case "readable_by": job.readers = try yaml.choice(value, of: FileAccess.self, what: key)
        case "retention": job.retention = try retention(value)
        case "targets": job.targets = try targets(value)
        case "on_failure":
          job.onFailure = try command(value, what: key, places: [])
        case "outputs": break
        default: throw yaml.error(node, "a job has no '\(key)'")
        }
      }
    }
    if let targets = pairs.first(where: { $0.key == "targets" })?.value {
      let hasFolder = pairs.contains { $0.key == "folder" }
      checkFolders(of: job, targets, isOwnKnown: hasFolder == (job.folder != nil))
    }
    // After the rest, whose mode and rule for zero rows they take over.
    if let outputs = pairs.first(where: { $0.key == "outputs" })?.value {
      yaml.attempt { () throws(Problems) in
        let outputs = try yaml.pairs(outputs, known: nil, what: "outputs")
        guard outputs.count <= Self.mostOutputs else {
          throw yaml.error(root, "the job has more than \(Self.mostOutputs) outputs", remedy: "Make several jobs.")
        }
        for (name, node, value) in outputs {
          yaml.attempt { () throws(Problems) in
            let output = try self.output(name, node, value, mode: job.mode, zeroRows: zeroRows)
            if let output { job.outputs.append(output) }
          }
        }
        checkNames(of: job, outputs.map { ($0.key, $0.node) })
      }
    } else {
      yaml.note(
        yaml.error(root, "the job has no outputs", remedy: "Add `outputs:` with at least one record kind or report."))
    }
    if let error = Problems(collected: yaml.problems) { throw error }
    guard !job.outputs.isEmpty else {
      throw yaml.error(root, "the job has no outputs", remedy: "Name at least one record kind or report below outputs.")
    }
    return job
  }

  private func isEnabled(_ node: Node) throws(Problems) -> Bool {
    let text = try yaml.text(node, what: "enabled")
    guard let isEnabled = Bool(yesOrNo: text) else {
      throw yaml.error(node, "enabled '\(text)' is neither yes nor no", remedy: "Write yes or no.")
    }
    return isEnabled
  }

  /// Two files of one name cannot both be in a set; neither can two names that some systems take for one.
  private func checkNames(of job: JobDefinition, _ nodes: [(name: String, node: Node)]) {
    var taken: [String: String] = [JobManifest.fileName: "the manifest"]
    for output in job.outputs {
      let file = output.file.name(.sample(job: job.name, output: output.name))
      for name in [file] + (output.mode == .delta ? [TombstoneName.of(file)] : []) {
        guard let other = taken.updateValue(output.name, forKey: name.lowercased()),
          let node = nodes.first(where: { $0.name == output.name })?.node
        else { continue }
        yaml.note(
          yaml.error(
            node, "the file of '\(output.name)' would have the name of that of \(other): '\(name)'",
            remedy: "Give one of them another file."))
      }
    }
  }
}

/// How the file with the keys of rows that are gone is called.
enum TombstoneName {
  /// `products-2026-10-31.csv` has `products-2026-10-31.deleted.csv`.
  static func of(_ file: String) -> String {
    let stem = file.lastIndex(of: ".").map { file[..<$0] } ?? file[...]
    return "\(stem).deleted.\(JobFormats.tombstones)"
  }
}

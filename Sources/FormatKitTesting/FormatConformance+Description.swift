import FormatKit

extension FormatConformance {
  /// The missing or malformed parts of a format's descriptor, codes and options.
  static func descriptionViolations<F: Format>(of format: F.Type) -> [String] {
    let descriptor = F.descriptor
    var found: [String] = []
    if !isKebabCase(descriptor.id) { found.append("the id '\(descriptor.id)' is not in kebab-case") }
    if descriptor.name.isEmpty { found.append("the descriptor has no name") }
    if !descriptor.summary.hasSuffix(".") { found.append("the summary '\(descriptor.summary)' is not a sentence") }
    if descriptor.extensions.isEmpty { found.append("the descriptor has no file-name ending") }
    for ending in descriptor.extensions where ending.isEmpty || ending.hasPrefix(".") || ending != ending.lowercased() {
      found.append("the file-name ending '\(ending)' is not in lower case without the point")
    }
    found += codeViolations(of: descriptor)
    var names: Set<String> = []
    for option in F.Options.fields.map(\.description) {
      if !isKebabCase(option.name) { found.append("the option '\(option.name)' is not in kebab-case") }
      if !names.insert(option.name).inserted { found.append("there are two options '\(option.name)'") }
      if option.summary.isEmpty || option.values.isEmpty {
        found.append("the option '\(option.name)' lacks its summary or its values")
      }
    }
    return found
  }

  private static func codeViolations(of descriptor: FormatDescriptor) -> [String] {
    var found: [String] = []
    var ids: Set<String> = []
    for code in descriptor.problemCodes {
      if !isKebabCase(code.id) || !families(of: descriptor.id).contains(where: { code.id.hasPrefix($0 + "-") }) {
        found.append("the code '\(code.id)' is not in kebab-case beginning with '\(descriptor.id)-'")
      }
      if !ids.insert(code.id).inserted { found.append("the code '\(code.id)' is declared twice") }
      if !code.summary.hasSuffix(".") { found.append("the summary of '\(code.id)' is not a sentence") }
      if !code.remedy.hasSuffix(".") { found.append("the remedy of '\(code.id)' is not a sentence") }
    }
    return found
  }

  /// The id and its first words: formats of one module share codes, as `json-lines` those of `json`. Those of `csv`,
  /// `json` and `xml` are shared by all that read a kind of them.
  private static func families(of id: String) -> [String] {
    let words = id.split(separator: "-")
    return (0..<words.count).map { words[...$0].joined(separator: "-") } + ["csv", "json", "xml"]
  }

  /// Lower-case letters and digits in words joined by single hyphens.
  static func isKebabCase(_ text: String) -> Bool {
    let words = text.split(separator: "-", omittingEmptySubsequences: false)
    return words.allSatisfy { word in
      !word.isEmpty && word.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) }
    }
  }
}

public import ProblemKit
internal import RetailValues

/// The settings of a format, described once: parsing, help texts and the README's table come from ``fields``.
///
/// ```swift
/// struct CSVOptions: FormatOptions {
///   var delimiter: UInt8? = nil
///   static let fields: [OptionField<CSVOptions>] = [
///     .character("delimiter", \.delimiter, "The character between fields; found when not given.")
///   ]
/// }
/// ```
public protocol FormatOptions: Sendable {
  /// The settings when nothing is given. Swift writes this initialiser if each property has an initial value.
  ///
  /// ```swift
  /// struct ScanOptions: FormatOptions {
  ///   var section = "entrance"
  ///   static let fields: [OptionField<ScanOptions>] = []
  /// }
  /// ScanOptions().section  // "entrance"
  /// ```
  init()
  /// The options, in the order in which help lists them.
  static var fields: [OptionField<Self>] { get }
}

extension FormatOptions {
  /// Takes over settings given as text.
  ///
  /// ```swift
  /// let options = try CSVOptions(parsing: ["delimiter": "semicolon"], of: "csv")
  /// options.delimiter  // 59: the code of the semicolon
  ///
  /// try CSVOptions(parsing: ["delimeter": ","], of: "csv")  // throws .unknownOption: did you mean 'delimiter'?
  /// ```
  ///
  /// - Throws: ``Problem/Code/unknownOption`` with the nearest known name, ``Problem/Code/invalidOption``.
  public init(parsing values: [String: String], of format: String) throws(Problems) {
    self.init()
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      guard let field = Self.fields.first(where: { $0.description.name == name }) else {
        let near = nearestName(to: name, among: Self.fields.map(\.description.name))
        throw Problems(
          .unknownOption, value: name, "the format \(format) has no option '\(name)'",
          remedy: near.map { "Did you mean '\($0)'?" } ?? Problem.Code.unknownOption.remedy)
      }
      guard field.assign(&self, value) else {
        throw Problems(
          .invalidOption, value: value, "'\(value)' is not valid for the option '\(name)' of \(format)",
          remedy: "Allowed: \(field.description.values).")
      }
    }
  }
}

/// The description of one option in help texts and documentation.
public struct OptionDescription: Hashable, Sendable {
  /// In kebab-case.
  public let name: String
  /// One sentence for people.
  public let summary: String
  /// The values allowed, for people: `one character, or tab`.
  public let values: String
}

/// One option of a format: its description and how its text is taken over.
///
/// ```swift
/// struct ScanOptions: FormatOptions {
///   enum Layout: String, CaseIterable { case lines, blocks }
///   var layout = Layout.lines
///   var section: String?
///   static var fields: [OptionField<ScanOptions>] {
///     [.choice("layout", \.layout, "How the scans are laid out."), .text("section", \.section, "The part of the shop.")]
///   }
/// }
/// ```
public struct OptionField<Options>: Sendable {
  /// The name, values and summary that help and documentation show.
  public let description: OptionDescription
  /// Sets the option from text; false when the text does not suit.
  let assign: @Sendable (inout Options, String) -> Bool

  /// An option with a way of its own to read its text.
  ///
  /// ```swift
  /// OptionField<ScanOptions>("section", "The part of the shop.", values: "a code") { options, text in
  ///   options.section = text
  ///   return !text.isEmpty
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: in kebab-case.
  ///   - summary: one sentence for people.
  ///   - values: the values allowed, for people.
  ///   - assign: sets the option from text; false when the text does not suit.
  public init(
    _ name: String, _ summary: String, values: String,
    assign: @escaping @Sendable (inout Options, String) -> Bool
  ) {
    description = OptionDescription(name: name, summary: summary, values: values)
    self.assign = assign
  }

  /// One ASCII character, or one of the names `tab`, `space`, `comma`, `semicolon`, `pipe`; `none` means nil.
  ///
  /// ```swift
  /// let field = OptionField<ScanOptions>.character("delimiter", \.delimiter, "The character between fields.")
  /// field.description.name  // "delimiter"
  /// ```
  public static func character(
    _ name: String, _ path: any WritableKeyPath<Options, UInt8?> & Sendable, _ summary: String
  ) -> Self {
    Self(name, summary, values: "one character, or tab, space, comma, semicolon, pipe, none") { options, text in
      guard let byte = character(text) else { return false }
      options[keyPath: path] = byte
      return true
    }
  }

  /// The character of a text that ``character(_:_:_:)`` takes: `.some(nil)` for `none`, nil for any other text.
  ///
  /// ```swift
  /// OptionField<ScanOptions>.character("tab")     // 9
  /// OptionField<ScanOptions>.character("none")    // .some(nil)
  /// OptionField<ScanOptions>.character("comma;")  // nil
  /// ```
  public static func character(_ text: String) -> UInt8?? {
    let named: [String: UInt8] = ["tab": 9, "\\t": 9, "space": 32, "comma": 44, "semicolon": 59, "pipe": 124]
    if text == "none" { return .some(nil) }
    return (named[text] ?? (text.utf8.count == 1 ? text.utf8.first : nil)).map { .some($0) }
  }

  /// One of the cases of an enumeration, by their raw values.
  ///
  /// ```swift
  /// let field = OptionField<ScanOptions>.choice("layout", \.layout, "How the scans are laid out.")
  /// field.description.values  // "lines, blocks"
  /// ```
  public static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: String, _ path: any WritableKeyPath<Options, Choice> & Sendable, _ summary: String
  ) -> Self {
    Self(name, summary, values: Choice.allCases.map(\.rawValue).joined(separator: ", ")) { options, text in
      guard let choice = Choice(rawValue: text) else { return false }
      options[keyPath: path] = choice
      return true
    }
  }

  /// The same where nil means that the format finds it out.
  ///
  /// ```swift
  /// let field = OptionField<ScanOptions>.choice("charset", \.charset, "The character set; found when not given.")
  /// ScanOptions().charset  // nil
  /// ```
  public static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: String, _ path: any WritableKeyPath<Options, Choice?> & Sendable, _ summary: String
  ) -> Self {
    Self(name, summary, values: Choice.allCases.map(\.rawValue).joined(separator: ", ")) { options, text in
      guard let choice = Choice(rawValue: text) else { return false }
      options[keyPath: path] = choice
      return true
    }
  }

  /// A whole number of a range.
  ///
  /// ```swift
  /// let field = OptionField<ScanOptions>.integer("depth", \.depth, in: 1...512, "The most levels of a document.")
  /// field.description.values  // "1 to 512"
  /// ```
  public static func integer(
    _ name: String, _ path: any WritableKeyPath<Options, Int> & Sendable, in range: ClosedRange<Int>, _ summary: String
  ) -> Self {
    Self(name, summary, values: "\(range.lowerBound) to \(range.upperBound)") { options, text in
      guard let number = Int(text), range.contains(number) else { return false }
      options[keyPath: path] = number
      return true
    }
  }

  /// The same where nil means that it is not given.
  ///
  /// ```swift
  /// let field = OptionField<ScanOptions>.integer("limit", \.limit, in: 1...9999, "The last line that is read.")
  /// ScanOptions().limit  // nil
  /// ```
  public static func integer(
    _ name: String, _ path: any WritableKeyPath<Options, Int?> & Sendable, in range: ClosedRange<Int>,
    _ summary: String
  ) -> Self {
    Self(name, summary, values: "\(range.lowerBound) to \(range.upperBound)") { options, text in
      guard let number = Int(text), range.contains(number) else { return false }
      options[keyPath: path] = number
      return true
    }
  }

  /// Any text.
  ///
  /// ```swift
  /// let field = OptionField<ScanOptions>.text("section", \.section, "The part of the shop.", values: "a code")
  /// field.description.values  // "a code"
  /// ```
  public static func text(
    _ name: String, _ path: any WritableKeyPath<Options, String?> & Sendable, _ summary: String, values: String = "text"
  ) -> Self {
    Self(name, summary, values: values) { options, text in
      options[keyPath: path] = text
      return true
    }
  }

  /// `yes` or `no`.
  ///
  /// ```swift
  /// let field = OptionField<ScanOptions>.flag("test", \.isTest, "Whether the scans are only a test.")
  /// field.description.values  // "yes, no"
  /// ```
  public static func flag(
    _ name: String, _ path: any WritableKeyPath<Options, Bool> & Sendable, _ summary: String
  ) -> Self {
    Self(name, summary, values: "yes, no") { options, text in
      guard let value = Bool(yesOrNo: text) else { return false }
      options[keyPath: path] = value
      return true
    }
  }
}

/// The options of a format without options.
public struct NoOptions: FormatOptions {
  /// No fields: every option is refused as unknown.
  public static var fields: [OptionField<NoOptions>] { [] }
  /// The only value.
  ///
  /// ```swift
  /// let format = ShelfScanFormat(options: NoOptions())
  /// ```
  public init() {}
}

/// The known name that is nearest to an unknown one, for "did you mean"; nil if no name is near.
///
/// ```swift
/// nearestName(to: "delimeter", among: ["charset", "delimiter"])  // "delimiter"
/// ```
public func nearestName(to unknown: String, among known: some Sequence<String>) -> String? {
  known.nearest(to: unknown)
}

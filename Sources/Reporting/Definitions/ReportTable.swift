/// How a page shows the rows of a query as a table that is made of its columns.
struct ReportTable: Hashable, Sendable {
  /// Columns next to one another, under a heading of their own where they have one.
  struct Group: Hashable, Sendable {
    var title: String?
    var columns: [String]
    /// The text of each cell in a column that shows nothing of the query, such as ☐ to be ticked.
    var fixedText: String?
  }

  /// A row of its own above those that belong together.
  struct Head: Hashable, Sendable {
    /// The flag of the first of them.
    var flag: String
    /// What the row says, as a part of a template.
    var contents: String
  }

  /// What is around the rows of a table.
  struct Frame: Hashable, Sendable {
    /// The caption of the table; the query's heading when nil.
    var caption: String?
    /// The `id` of the heading above it; that of the query's name when nil.
    var label: String?
    /// What screen readers call it, where no heading above it does.
    var name: String?
    /// The classes of the shared style, such as `wide`; chosen by the number of columns when nil.
    var classes: [String]?
  }

  /// A second table of a query, in which each of its rows is a heading above the rows of other queries within it.
  struct Details: Hashable, Sendable {
    var frame = Frame()
    /// What the heading says, as a part of a template.
    var head = ""
    /// The queries whose rows are shown, with as many columns each; the headings are those of the first.
    var queries: [String] = []
  }

  var frame = Frame()
  /// The text shown when there are no rows, and those of the cells before it.
  var empty = "Nothing to show."
  var cellsBeforeEmpty: [String] = []
  /// The columns that are shown; all but flags when empty.
  var groups: [Group] = []
  var head: Head?
  var details: Details?
}

extension ReportColumn {
  /// The format of one column in tables that are made of columns.
  struct Cell: Hashable, Sendable {
    /// Its heading where it is shorter than the title; a line break in it is one on the page.
    var heading: String?
    /// The text that is shown, or read aloud for a dash, where the value is not known.
    var unknown: String?
    var dash: String?
    var sense = Sense.amount
    /// The columns whose values are shown below this one as its code, and after it as its unit.
    var code: [String] = []
    var unit: String?
    /// Whether an amount or quantity is shown with its sign.
    var isSigned = false
    var isStrong = false
    /// What is shown below this one, each on a line of its own.
    var below: [Line] = []
    /// The flags whose texts are shown below this one, or after this one if it is a flag.
    var flags: [String] = []
    /// The text that a flag is shown as where it is set.
    var says: String?
    /// The class of its cells, such as `who`.
    var classes: String?
    /// Where a page that is served leads from its cells.
    var link: ReportLink?
    /// What its cells show, as a part of a template, where the other fields are not enough.
    var contents: String?

    static let fields = [
      "heading", "unknown", "dash", "sense", "signed", "strong", "code", "unit", "below", "flags", "says", "class",
      "cell", "link",
    ]

    /// How a number is shown that says what is missing or left over.
    enum Sense: String, CaseIterable {
      case amount
      /// Above zero is a loss, below zero a gain.
      case loss
      /// Below zero is a loss, above zero a gain with its sign.
      case variance

      /// The shared template that shows it.
      var partial: String? { self == .amount ? nil : "{{>\(rawValue)}}" }
    }

    /// The value of a column, or a text: one that is always shown, or only where a column has a value.
    struct Line: Hashable, Sendable {
      var column: String?
      /// `{{.}}` in it is the value of the column; the value alone when nil.
      var text: String?
    }
  }
}

internal import Mustache
internal import RetailValues

/// Text in an HTML template. That of Mustache looks at whole letters, so that a quotation mark with an accent upon it would get
/// through and end an attribute.
package struct HTMLContentType: MustacheContentType {
  package init() {}

  /// What the page of a report has in place of the rows that its limit leaves out.
  package static let moreRows = "<!-- more rows -->"

  package func escapeText(_ text: String) -> String { HTMLText.escaped(text) }
}

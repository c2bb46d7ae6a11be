internal import ArgumentParser
internal import FormatKit
internal import RetailValues
internal import Stock

extension DocumentationCommand {
  /// The tables of roles: acts, commands, and what is shown of records and reports.
  static func permissions() throws -> String {
    let roles = Role.allCases
    func table(_ first: String, _ rows: [(String, Set<Role>)]) -> String {
      var lines = [
        MarkdownTable.row([first] + roles.map(\.rawValue)),
        MarkdownTable.row(["---"] + roles.map { _ in "---" }),
      ]
      lines += rows.map { name, allowed in MarkdownTable.row([name] + roles.map { allowed.contains($0) ? "yes" : "" }) }
      return lines.joined(separator: "\n")
    }
    let acts = table("may", Act.allCases.map { ($0.words, $0.roles) })
    let commands = Stockroom.runnable().filter { $0.configuration.shouldDisplay }.map { type in
      let acts = (type as? any ShopCommand.Type)?.acts ?? (type as? any ShoplessCommand.Type)?.acts
      return MarkdownTable.row([
        "`\(Stockroom.path(of: type))`", acts?.remark ?? "",
        acts.map { $0.all.map(\.words).joined(separator: "; or ") } ?? "anybody: it works on no shop",
      ])
    }
    let classes = table(
      "is shown",
      DataClass.allCases.map { shown in
        ("\(shown.rawValue): \(shown.summary)", Set(roles.filter { $0.sees.contains(shown) }))
      })
    let kinds = Vocabulary.kinds.map { kind in
      let further = kind.fields.compactMap { field in
        kind.dataClass(of: field.name).flatMap { $0 == kind.dataClass ? nil : "`\(field.name)`: \($0.rawValue)" }
      }
      return MarkdownTable.row(["`\(kind.name)`", kind.dataClass.rawValue, further.joined(separator: "; ")])
    }
    let views = try ReportingViewDescription.all().map { view in
      let row = ReportingClasses.classes(of: "", in: view.name)
      let further = view.columns.compactMap { column in
        ReportingClasses.classes(of: column, in: view.name).subtracting(row).first.map { "`\(column)`: \($0.rawValue)" }
      }
      return MarkdownTable.row([
        "`\(view.name)`", row.map(\.rawValue).joined(), further.joined(separator: "; "),
      ])
    }
    return """
      ## What each role may do

      \(acts)

      ## What each command is

      | command | when | act |
      | --- | --- | --- |
      \(commands.joined(separator: "\n"))

      ## What each role is shown

      \(classes)

      ## What records show

      A field in the last column is shown only to those who may see both; an export leaves it out for others.

      | record kind | shows | in addition |
      | --- | --- | --- |
      \(kinds.joined(separator: "\n"))

      ## What reports show

      | view | shows | in addition |
      | --- | --- | --- |
      \(views.joined(separator: "\n"))

      """
  }
}

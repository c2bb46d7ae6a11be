import Testing

@testable import Wording

private struct Said: Sendable, CustomTestStringConvertible {
  let template: String
  let runs: [String]
  var testDescription: String { template }
}

@Test(arguments: [
  Said(template: "", runs: []),
  Said(template: "Hello, shop", runs: ["Hello, shop"]),
  Said(template: "<p>One</p>\n<p>  Two\n  lines </p>", runs: ["One", "Two lines"]),
  Said(template: "<dd>{{items}} items, {{ .  }} of\n{{a.b}}</dd>", runs: ["{{items}} items, {{.}} of {{a.b}}"]),
  Said(template: "<dd>{{items}} · {{value}}</dd><td>—</td><td>12 %</td>", runs: []),
  Said(
    template: "a{{#x}}b{{/x}}{{^x}}c{{/x}}{{>d}}e{{{f}}}g{{! not said }}h{{&i}}j",
    runs: ["a", "b", "c", "e", "g", "h", "j"]),
  Said(template: "{{<page}}\n{{$main}}\nText\n{{/main}}\n{{/page}}", runs: ["Text"]),
  Said(template: "<!DOCTYPE html><!-- not <b>said</b> --><?xml no?><b>said</b>", runs: ["said"]),
  Said(
    template: "<img alt=\"A mug\" src=\"mug.png\" title='Blue {{name}}'><input placeholder=\"Name\" value=\"x\">",
    runs: ["A mug", "Blue {{name}}", "Name"]),
  Said(template: "<td{{#is_total}} class=\"total\"{{/is_total}} aria-label=\"Sum\">1</td>", runs: ["Sum"]),
  Said(template: "<b aria-label=\"{{#a}}one{{/a}}{{^a}}two{{/a}}\">three</b>", runs: ["one", "two", "three"]),
  Said(template: "<style>p { color: red }{{>style}}</style>said<script>var no</script >too", runs: ["said", "too"]),
  Said(template: "<style>a</style><p>b</p><style>{{#x}}c{{/x}}</style>d", runs: ["b", "d"]),
  // Names that programs know stay as they are; sentences and commands of several words do not.
  Said(
    template: "<p>Columns <code>location</code> and <code class=\"any\"> location_name </code>.</p>",
    runs: ["Columns", "and"]),
  Said(template: "<kbd>ctrl-c</kbd><code>{{#a}}stockroom.yml{{/a}}</code> stops", runs: ["stops"]),
  Said(
    template: "<code>NAME.yml</code><code>stockroom check</code><code>jobs/{{name}}.yml</code>",
    runs: ["NAME.yml", "stockroom check", "jobs/{{name}}.yml"]),
  Said(template: "<code title=\"name\">a</code>b<codes>c</codes><code><b>d</b></code>", runs: ["name", "b", "c", "d"]),
  Said(template: "<td data-label=\"Price\" data-key=\"x\">1</td>", runs: ["Price"]),
  Said(template: "A &amp; B&nbsp;&#8211;&#x2013; &unknown;", runs: ["A & B\u{A0}–– &unknown;"]),
  Said(template: "1 < 2 and 3 <= 4 are true", runs: ["1 < 2 and 3 <= 4 are true"]),
  Said(template: "Größe: „{{size}}“ 😀", runs: ["Größe: „{{size}}“ 😀"]),
  Said(template: "not closed <b title=\"x {{y", runs: ["not closed", "x {{y"]),
  Said(template: "{{{", runs: []), Said(template: "{{", runs: []), Said(template: "<", runs: []),
  Said(template: "{{#a", runs: []), Said(template: "x<!--", runs: ["x"]),
])
private func whatATemplateSaysIsFound(_ said: Said) {
  let text = TemplateText(said.template)
  #expect(text.runs == said.runs)
  // Nothing is lost on the way.
  #expect(text.translated { _ in nil } == said.template)
}

@Test func blocksWithinAStyleSayNothing() {
  let page = TemplateText("<style>{{>style}}{{$style}}{{/style}}</style>{{$main}}{{/main}}")
  #expect(page.silent == ["style"])
  let child = TemplateText(
    "{{<page}}{{$style}}.map { top: 1 }{{/style}}{{$main}}Said{{/main}}{{/page}}", silent: page.silent)
  #expect(child.runs == ["Said"])
}

private func translated(_ template: String, _ texts: [String: String]) -> String {
  TemplateText(template).translated { texts[$0] }
}

@Test func translationsArePutInAsText() {
  #expect(translated("<p> {{n}} items\n</p>", ["{{n}} items": "{{n}} Artikel"]) == "<p> {{n}} Artikel\n</p>")
  #expect(translated("<p>{{a}} of {{b}}</p>", ["{{a}} of {{b}}": "von {{ b }}: {{a}}"]) == "<p>von {{b}}: {{a}}</p>")
  #expect(
    translated("<b title=\"Go\">Go</b>", ["Go": "<i onclick='x'>\"&"])
      == "<b title=\"&lt;i onclick=&#39;x&#39;&gt;&quot;&amp;\">&lt;i onclick=&#39;x&#39;&gt;&quot;&amp;</b>")
  // Tags of templates are text too; only the variables of the English are variables.
  #expect(
    translated("Go {{n}}", ["Go {{n}}": "{{#x}}{{{y}}}{{>z}}{{n}}{"])
      == "Go {{n}}", "another variable is no translation")
  #expect(
    translated("Go {{n}}", ["Go {{n}}": "{{#x}}{{>z}}{{n}}{"])
      == "&#123;&#123;#x&#125;&#125;&#123;&#123;&gt;z&#125;&#125;{{n}}&#123;")
  #expect(translated("Go {{n}}", ["Go {{n}}": "Los"]) == "Go {{n}}")
  #expect(translated("Go", ["Go": "Los {{n}}"]) == "Go")
  #expect(
    translated("<code>location</code><b>location</b>", ["location": "Standort"])
      == "<code>location</code><b>Standort</b>")
}

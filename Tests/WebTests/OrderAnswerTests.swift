import Testing
import Wording

@testable import Web

/// What pages offer for a file that would change an order of the shop, and for a supplier's answers to orders.
@Suite struct OrderAnswerTests {
  private static let remedy = """
    A supplier's confirmation or despatch advice is kept next to the order, which stays as it is. Say what the file \
    is: --kind order_response_lines for a confirmation, --kind despatch_lines for a despatch advice; if the order \
    itself is changed, accept that with --accept order-changed.
    """

  @Test func theRemedyHasAButtonForEachKind() {
    #expect(
      Suggestion.all(in: [Self.remedy]).map(\.answer) == ["kind order_response_lines", "kind despatch_lines"])
    #expect(
      Suggestion.withoutOptions(Self.remedy)
        == "A supplier's confirmation or despatch advice is kept next to the order, which stays as it is.")
  }

  /// A quantity that was taken for an ordered one is a confirmed or a sent one then.
  @Test func anotherKindOfDocumentForgetsTheFieldsOfTheFirst() {
    var reading = WaitingPlan.Reading()
    reading.kind = "order_lines"
    reading.columns = ["Menge": "order_quantity", "Preis": "unit_cost", "Datum": "ordered_on", "Bemerkung": ""]
    reading.take(Suggestion(option: "kind", value: "order_response_lines"))
    #expect(reading.kind == "order_response_lines")
    #expect(reading.columns == ["Preis": "unit_cost", "Bemerkung": ""])
  }

  @Test(arguments: [
    ("order_response_lines", "responded_on", "promised_on"), ("despatch_lines", "despatched_on", "despatched_quantity"),
    ("order_lines", "ordered_on", "order_quantity"),
  ]) func daysOfTheDocumentAreOfferedWithItsLines(kind: String, day: String, other: String) {
    var reading = WaitingPlan.Reading()
    reading.kind = kind
    let fields = RecordWords.fieldGroups(of: PlanPages.offered([], reading)).flatMap(\.fields)
    #expect(fields.contains(day) && fields.contains(other))
    let all = RecordWords.fieldGroups(of: []).flatMap(\.fields)
    #expect(all.contains(day) && all.contains(other))
  }

  @Test(arguments: [
    (
      "line '1' of order '1130', which the shop has made itself, would change from 3 Karton of 'A' to 24 Karton of 'A'",
      "Zeile „1“ der Bestellung „1130“, die das Geschäft selbst erstellt hat, würde von 3 Karton von „A“ auf 24 Karton "
        + "von „A“ geändert"
    ),
    (
      "the column 'Qty shipped' is that of a despatch advice, and the rows would be taken for the order itself",
      "die Spalte „Qty shipped“ gehört zu einem Lieferavis, und die Zeilen würden für die Bestellung selbst gehalten"
    ),
  ])
  func messagesAreInTheLanguage(english: String, german: String) throws {
    let messages = try PageMessages(.german, in: PageTexts.pages)
    #expect(LocalizedText(said: english).text(in: messages) == german)
  }
}

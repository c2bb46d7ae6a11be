import RetailValues
import Testing

@Suite struct DictionaryOrderTests {
  @Test func caseAndAccentsDoNotMatter() {
    let words = ["Zwiebel", "Äpfel", "birne", "Apfel", "Éclair", "ear", "äpfel", "10", "Straße", "Strasse"]
    #expect(
      words.sorted(by: DictionaryOrder.areInOrder)
        == ["10", "Apfel", "Äpfel", "äpfel", "birne", "ear", "Éclair", "Strasse", "Straße", "Zwiebel"])
  }

  /// The same letter, written as one scalar and as two.
  @Test func theEncodingOfAccentsDoesNotMatter() {
    #expect(DictionaryOrder.key("\u{C4}pfel") == DictionaryOrder.key("A\u{308}pfel"))
    #expect(DictionaryOrder.folded("\u{C4}pfel") == DictionaryOrder.folded("A\u{308}PFEL"))
    #expect(DictionaryOrder.folded("Äpfel") != DictionaryOrder.folded("Apfel"))
    #expect(DictionaryOrder.key("İstanbul") == "istanbul")
  }
}

import RetailValues
import Testing

@Suite struct CounterIdentityTests {
  @Test(arguments: [
    ("Mia", "mia"), (" Mia ", "mia"), ("MIA LOU", "mia lou"), ("", ""), ("  ", ""),
    // As SQLite does it: letters of ASCII, and spaces alone.
    ("\u{C4}nne", "\u{C4}nne"), ("\tMia", "\tmia"), ("Mia  Lou", "mia  lou"), ("A@Z[", "a@z["),
  ])
  func namesAreComparedAsTheDatabaseComparesThem(name: String, compared: String) {
    #expect(CounterIdentity(name).text == compared)
    #expect(CounterIdentity(name) == CounterIdentity(compared))
  }

  /// Swift takes these two for the same text, the database does not.
  @Test func namesAreComparedByTheirBytes() {
    let (one, other) = ("Ren\u{E9}", "Rene\u{301}")
    #expect(one == other)
    #expect(CounterIdentity(one) != CounterIdentity(other))
    #expect(Set([CounterIdentity(one), CounterIdentity(other)]).count == 2)
  }
}

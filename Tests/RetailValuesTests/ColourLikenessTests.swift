import RetailValues
import Testing

struct ColourLikenessTests {
  @Test(arguments: [
    ("Navy Blue", "navy blue", true), ("Navy Blue", "NavyBlue", true), ("Navy-Blue", "navy  blue ", true),
    ("Rosé", "Rose", true), ("Bleu Azur\u{301}", "bleu azúr", true), ("Turquoise", "Turqoise", true),
    ("Turquoise", "Turqiose", true), ("Charcoal", "Charcaol", true), ("Navy", "Nvay", true),
    ("Burgundy", "Burgandi", true),
    ("Navy Blue", "Navy Blu", true), ("Ochre", "Ocher", true), ("Grau", "Grün", false), ("Ivory", "Ivori", true),
    ("Red", "Rod", false), ("Tan", "Teal", false), ("Light Blue", "Bright Blue", false),
    ("Sky Blue", "Ice Blue", false),
    ("Blue 10", "Blue 11", false), ("Pale Grean", "Pale Gren", true), ("Dark Bleu", "Drak Blue", true),
    ("Drak Bluu Skyy", "Dark Bleu Skiy", false), ("", "", false), ("???", "!!!", false), ("茶色", "茶色", true),
    ("茶色", "赤色", false), ("Ð", "ð", true),
  ])
  func namesAreTheSameButForLettersThatSlipped(one: String, other: String, isAlike: Bool) {
    #expect(ColourLikeness.areAlike(one, other) == isAlike)
    #expect(ColourLikeness.areAlike(other, one) == isAlike)
  }

  @Test func longNamesTakeNoSquareOfTime() {
    let long = String(repeating: "a", count: 1_000_000)
    #expect(ColourLikeness.areAlike(long, long.uppercased()))
    #expect(!ColourLikeness.areAlike(long, long + "b"))
  }
}

import RetailValues
import Testing

/// Sizes in the order in which a shop lists them.
@Suite struct SizeOrderTests {
  @Test(arguments: [
    ["XXS", "XS", "S", "M", "L", "XL", "XXL", "3XL"], ["XSmall", "Small", "Medium", "Large", "XLarge"],
    ["x-small", "S", "S/M", "M", "M/L", "Large", "extra large", "2XL"],
    ["36", "36.5", "37", "38 1/2", "39", "40", "48", "100"], ["29/32", "30/30", "30/32", "31/32"],
    ["35-38", "39-42", "43-46"], ["75A", "75B", "80A"], ["500 g", "1 kg", "1.5 kg"], ["250ml", "0,5 l", "1 l"],
    ["80 cm", "1 m"], ["EU 36", "EU 40"], ["S", "M", "36", "38", "500 g", "hardback", "one size", "paperback"],
  ])
  func fromSmallToLarge(_ sizes: [String]) {
    var shuffled = sizes
    for seed in 0..<10 {
      var random = SeededNumbers(state: UInt64(seed) &* 77 &+ 5)
      shuffled.shuffle(using: &random)
      #expect(shuffled.sorted { SizeOrder.key(of: $0) < SizeOrder.key(of: $1) } == sizes)
    }
  }

  @Test(arguments: ["", " ", "x", "0x", "99999999999999999999", "XM", "2L", "/", "S/", "…", "1/", "-1", "1e5"])
  func everyTextHasAPlace(_ text: String) { #expect(!SizeOrder.key(of: text).isEmpty) }

  private struct SeededNumbers: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state
    }
  }
}

/// The same numbers for the same seed (SplitMix64).
struct RandomNumbers: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A whole number of up to that many digits, of either sign, every length being as likely.
  mutating func wholeNumber(digits: Int) -> Int64 {
    let limit = (0..<Int.random(in: 0...digits, using: &self)).reduce(Int64(1)) { power, _ in power * 10 }
    return Int64.random(in: -limit + 1...limit - 1, using: &self)
  }
}

import Exchange
import Testing

/// The progress line of a job, with a clock that the test controls.
@Suite struct ProgressMeterTests {
  @Test func tellsShareRateAndTimeLeft() {
    var meter = ProgressMeter("acme.csv", at: 100)
    meter.begin("reading", counting: .bytes, total: 148_000_000, at: 100)
    meter.advance(to: 37_000_000)
    #expect(
      meter.line(at: 102, width: 100)
        == "acme.csv: reading  [#####...............]  25 %  37 MB of 148 MB  18 MB/s  6 s left")
    // The next part starts its own count.
    meter.begin("comparing", at: 110)
    #expect(meter.line(at: 175, width: 100) == "acme.csv: comparing  1 min 15 s")
    meter.begin("writing", counting: .things("records"), at: 200)
    meter.advance(to: 5000)
    #expect(meter.line(at: 210, width: 100) == "acme.csv: writing  5000 records  500/s  1 min 50 s")
    meter.begin("proving", counting: .steps("proofs"), total: 4, at: 300)
    #expect(meter.line(at: 300, width: 100) == "acme.csv: proving  [....................]  0 %  3 min 20 s")
    meter.advance(to: 4)
    #expect(
      meter.line(at: 302, width: 100)
        == "acme.csv: proving  [####################]  100 %  4 of 4 proofs  3 min 22 s")
  }

  @Test func saysNothingOfWhatIsQuick() {
    let meter = ProgressMeter("acme.csv", at: 5)
    #expect(meter.line(at: 5.99, width: 80) == nil)
    #expect(meter.line(at: 6, width: 80) == "acme.csv  1 s")
    #expect(meter.line(at: 5, width: 80, after: 0) == "acme.csv  0 s")
    #expect(meter.line(at: 90, width: 1) == nil && meter.line(at: 90, width: 0) == nil)
  }

  /// Text that does not fit is left out, and no line uses the last column of a terminal of any width.
  @Test func fitsIntoItsTerminal() {
    var meter = ProgressMeter("価格表 🧾 acme-price-list-of-november.csv", at: 0)
    meter.begin("reading", counting: .bytes, total: 9_000_000_000, at: 0)
    meter.advance(to: 1_234_567_890)
    var before = ""
    for width in 3...160 {
      let line = meter.line(at: 3725, width: width) ?? ""
      let columns = line.unicodeScalars.reduce(0) { $0 + ($1.value >= 0x2E80 ? 2 : 1) }
      #expect(columns < width && !line.isEmpty, "\(width): \(line)")
      #expect(
        line.count >= before.count || !before.hasPrefix("価格表 🧾 acme-price-list-of-november.csv: reading"), "\(width)")
      before = line
    }
    #expect(before.contains("[##..") && before.contains("13 %") && before.hasSuffix("left"))
    #expect(meter.line(at: 3725, width: 60) == "価格表 🧾 acme-price-list-of-november.csv: reading  13 %")
    #expect(meter.line(at: 3725, width: 8) == "価格表 ")
  }

  /// Sources may be longer than declared, clocks may stop, and numbers may have the maximum value.
  @Test func survivesWhatCannotBe() {
    var meter = ProgressMeter("", at: 0)
    meter.begin("", counting: .bytes, total: 10, at: 0)
    meter.advance(to: .max)
    #expect(meter.line(at: 2, width: 90)?.contains("100 %") == true)
    #expect(meter.line(at: 0, width: 90, after: 0) != nil)
    meter.begin("x", counting: .things("records"), total: .max, at: 7)
    meter.advance(to: 1)
    #expect(meter.line(at: 8, width: 90)?.hasSuffix("days left") == true)
    meter.begin("x", counting: .things("records"), total: 0, at: 9)
    #expect(meter.line(at: 9, width: 90) == "x  9 s")
  }
}

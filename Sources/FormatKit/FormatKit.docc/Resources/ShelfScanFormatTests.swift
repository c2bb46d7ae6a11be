import FormatKitTesting
import Testing

@Test func keepsTheContract() {
  let samples = [ConformanceSample(name: "a.scan", text: "4006381333931 x 12\nnonsense\n")]
  #expect(FormatConformance.violations(of: ShelfScanFormat.self, samples: samples) == [])
}

public import FormatKit

extension FormatConformance {
  /// Tries a format's sniffing: sure of its own files, at a score of 50 or more; quiet on those of others, below 50.
  ///
  /// It is also shown every start of the samples of up to 512 bytes, which it must survive.
  public static func sniffingViolations<F: ReadableFormat>(
    of format: F.Type, own: [ConformanceSample], foreign: [ConformanceSample]
  ) -> [String] {
    var found: [String] = []
    if own.isEmpty { found.append("there is no sample of the format's own") }
    for (samples, isOwn) in [(own, true), (foreign, false)] {
      for sample in samples {
        guard let preview = try? sample.source().preview() else {
          found.append("\(sample.name) cannot be read")
          continue
        }
        let confidence = F.sniff(preview)
        let verdict = "\(sample.name) is judged \(confidence.score) (\(confidence.reason))"
        if isOwn, confidence.score < 50 { found.append("\(verdict), below 50, though it is of this format") }
        if !isOwn, confidence.score >= 50 { found.append("\(verdict), 50 or more, though it is of another format") }
        if confidence.score > 0, confidence.reason.isEmpty { found.append("\(verdict) without a reason") }
        for length in 0...min(512, sample.bytes.count) {
          let start = SourcePreview(name: sample.name, bytes: Array(sample.bytes[..<length]), isWhole: false)
          if F.sniff(start).score >= 50, length == 0 {
            found.append("no bytes at all, named \(sample.name), are judged to be of this format")
          }
        }
      }
    }
    return shortened(found)
  }
}

internal import Segments

extension WalkRules {
  /// The rules for walking through transaction sets, starting after ST.
  static let x12 = WalkRules(
    startsBehindFirst: false, takesLateSegments: true, passesFullPlaces: false, reportsEveryRepetition: false,
    reportsMissingAtOnce: false)
}

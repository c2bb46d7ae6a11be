internal import Wording

/// What people type into the fields of a form, in the language of the page.
extension Visit {
  /// A day or a moment of a field as commands take it; empty without one.
  ///
  /// A browser that has a calendar for such fields sends ISO 8601. Another one sends what was typed, such as
  /// `30.11.2026` on a German page.
  func isoMoment(_ typed: String?) -> String { LanguageConventions(language).isoMoment(typed ?? "") }

  /// Why a number that was typed on the page is not taken; nil where it is.
  ///
  /// - Parameter shown: what the page itself put into the field.
  func numberFailure(_ typed: String, shown: String = "") -> PageFailure? {
    CountNumber.failure(typed, shown: shown, in: language)
  }

  /// A plain number as the page fills it into a field: `1,5` for `1.5` on a German page. Any other text is unchanged.
  func numberInField(_ plain: String) -> String { site.templates.text(LocalizedText(typed: plain), in: language) }
}

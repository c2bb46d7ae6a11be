extension CalendarDate {
  /// The month, 1 to 12, of a name or its usual abbreviation in English, German, French, Spanish or Swedish; nil for
  /// any other text. Case does not matter; the full stop of an abbreviation is not part of it.
  public static func monthNumber(named name: some StringProtocol) -> Int? {
    guard name.utf8.count <= 12 else { return nil }
    return monthNames[name.lowercased()]
  }

  private static let monthNames: [String: Int] = {
    let names = [
      "jan january januar jänner janvier janv ene enero januari",
      "feb february februar févr fév février fevr fevrier febrero februari", "mar march mär märz mrz maerz mars marzo",
      "apr april avr avril abr abril", "may mai mayo maj", "jun june juni juin junio",
      "jul july juli juil juillet julio",
      "aug august août aout ago agosto augusti", "sep sept september septembre septiembre setiembre",
      "oct october okt oktober octobre octubre", "nov november novembre noviembre",
      "dec december dez dezember déc décembre decembre dic diciembre",
    ]
    var months: [String: Int] = [:]
    for (index, line) in names.enumerated() {
      for name in line.split(separator: " ") { months[String(name)] = index + 1 }
    }
    return months
  }()
}

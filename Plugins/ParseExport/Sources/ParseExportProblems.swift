public import FormatKit

extension Problem.Code {
  /// All codes of Parse exports, those of JSON aside.
  public static let parseExport: [Problem.Code] = [
    .parseDamaged, .parseTooLarge, .parseProtected, .parseNoClass, .parseShape, .parseIdentity, .parseValue,
    .parsePointer, .parseNumberAsText, .parseUserMissing, .parseSecret,
  ]

  public static let parseDamaged = Problem.Code(
    "parse-export-damaged", .error, "The archive of an export is damaged.", remedy: "Fetch the export again.")
  public static let parseTooLarge = Problem.Code(
    "parse-export-too-large", .error, "The archive of an export unpacks to more than any export needs.",
    remedy: "Export the classes one by one, and import their files.")
  public static let parseProtected = Problem.Code(
    "parse-export-protected", .error, "The archive of an export is protected with a password.",
    remedy: "Unpack it with its password and pack it again without one.")
  public static let parseNoClass = Problem.Code(
    "parse-export-no-class", .error, "Nothing says which class a file holds, or the class is not known.",
    remedy: "Name it with --option class=Product; the README of the format lists the classes.")
  public static let parseShape = Problem.Code(
    "parse-export-shape", .error, "A class file is not a list of objects below 'results'.",
    remedy: "Export the class again; a class file is { \"results\": [ … ] }.")
  public static let parseIdentity = Problem.Code(
    "parse-export-identity", .error, "An object does not say which one it is.",
    remedy: "Export the class again; every object of a Parse server has an objectId.")
  public static let parseValue = Problem.Code(
    "parse-export-value", .error, "A column holds another kind of value than it should.",
    remedy: "Correct the value in the export, or leave the column out.")
  public static let parsePointer = Problem.Code(
    "parse-export-pointer", .error, "A pointer leads to no object, or to one of another class.",
    remedy: "Correct the pointer in the export, or leave the object out.")
  public static let parseNumberAsText = Problem.Code(
    "parse-export-number-as-text", .warning, "A number or a yes or no is written as a text.",
    remedy: "It is taken for what it says; look whether that is right.")
  public static let parseUserMissing = Problem.Code(
    "parse-export-user-missing", .warning, "An object belongs to a user whom the export does not have.",
    remedy: "It is kept as it came in and becomes no record; export the user as well if that is wrong.")
  public static let parseSecret = Problem.Code(
    "parse-export-secret", .warning, "A column holds what nobody should have, such as a password, and is not taken.",
    remedy: "Export users without such columns, and delete this file where it lies open.")
}

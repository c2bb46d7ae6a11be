public import FormatKit

extension Problem.Code {
  /// The codes of opening compressed files.
  public static let unpacking: [Problem.Code] = [
    .archiveHasSeveralFiles, .archiveProtected, .compressedTwice, .compressionDamaged, .unpacksTooLarge,
  ]

  public static let archiveHasSeveralFiles = Problem.Code(
    "archive-several-files", .error, "A zip archive has several files, or not the one that was named.",
    remedy: "Name the file that is meant behind the archive: feeds.zip/prices.csv.")
  public static let archiveProtected = Problem.Code(
    "archive-protected", .error, "A file in a zip archive is protected with a password.",
    remedy: "Unpack it with the password, and give the file inside.")
  public static let compressedTwice = Problem.Code(
    "compressed-twice", .error, "The file in a compressed file is itself compressed.",
    remedy: "Unpack the outer file, and give the one inside.")
  public static let compressionDamaged = Problem.Code(
    "compression-damaged", .error, "Compressed data cannot be unpacked.",
    remedy: "The file was damaged in transfer; fetch it again.")
  public static let unpacksTooLarge = Problem.Code(
    "unpacks-too-large", .error, "Compressed data unpacks to far more than a file of a shop.",
    remedy: "If the file is what it should be, unpack it yourself and give the file inside.")
}

public import FormatKit

extension Problem.Code {
  /// The codes of taking pictures in.
  public static let pictures: [Problem.Code] = [
    .pictureUnreadable, .pictureUnknown, .pictureEnding, .pictureDamaged, .pictureTooLarge, .pictureTooCostly,
    .pictureSmall,
  ]

  public static let pictureUnreadable = Problem.Code(
    "picture-unreadable", .error, "A picture cannot be opened, or is not a file.",
    remedy: "Check that the file exists and that you may read it.")
  public static let pictureUnknown = Problem.Code(
    "picture-unknown", .error, "The content is not one of the kinds of pictures that are taken.",
    remedy: "Save it as JPEG, PNG, WebP or GIF; a drawing such as SVG has to be drawn by the program that made it.")
  public static let pictureEnding = Problem.Code(
    "picture-ending", .error, "The ending of a picture's name says something else than its content.",
    remedy:
      "Find out how the file came by its name; if the picture is the right one, give it the ending of its content.")
  public static let pictureDamaged = Problem.Code(
    "picture-damaged", .error, "A picture is damaged or was cut off.",
    remedy: "Open it in a program that shows pictures and save it again, or fetch it again.")
  public static let pictureTooLarge = Problem.Code(
    "picture-too-large", .error, "A picture has more bytes or pixels than are taken: 64 MiB, or 100 million pixels.",
    remedy: "Make it smaller first; nothing is shown wider than 2,000 pixels.")
  public static let pictureTooCostly = Problem.Code(
    "picture-too-costly", .error, "A picture took more time or memory than it may.",
    remedy: "Save it again as a plain JPEG; a picture of goods is made smaller within seconds.")
  public static let pictureSmall = Problem.Code(
    "picture-small", .notice,
    "A picture is narrower than some of the five sizes, which are not made larger than it is.",
    remedy: "Give a picture at least 2,000 pixels wide if there is one.")
}

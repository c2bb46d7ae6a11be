internal import Foundation
internal import Subprocess

/// The program that makes pictures smaller: `vips`, of libvips 8.14 or later, which Debian has in `libvips-tools`.
///
/// It runs in its own process: image decoders are a common target of malicious files, and a crash or exploit must not
/// affect the process that holds the shop's database. See docs/decisions/0016-pictures-are-made-by-another-process.md.
public struct PictureTool: Hashable, Sendable {
  /// The path of the program.
  public let path: String

  /// What to install, in a sentence.
  public static let installation = "Install it: `apt-get install libvips-tools` on Debian and Ubuntu, `vips` elsewhere."

  /// Finds the program in the folders of `PATH`; nil if it is not installed.
  public static func installed() -> PictureTool? { installed(path: ProcessInfo.processInfo.environment["PATH"]) }

  /// - Parameter path: the folders, as the variable has them.
  static func installed(path: String?) -> PictureTool? {
    LimitedProcess.installed("vips", path: path).map { PictureTool(path: $0) }
  }

  /// Makes one size: turned upright, in sRGB colours, without the metadata of the camera or its owner.
  ///
  /// The result is never larger than the original. Decoders that libvips marks as unsafe for untrusted files are off,
  /// including ImageMagick's and those of drawings. Each remaining type has one decoder, which is chosen by the first
  /// bytes of the file.
  func make(_ type: PictureType, width: Int, from original: String, to file: String, in folder: String)
    -> LimitedProcess.Ending
  {
    let options =
      switch type {
      case .jpeg: "[Q=85,strip,optimize_coding]"
      case .webp: "[Q=82,strip]"
      case .png, .gif: "[compression=9,strip]"
      }
    return LimitedProcess().run(
      path,
      [
        "thumbnail", original, file + options, String(width), "--height", "10000000", "--size", "down", "--fail-on",
        "error", "--export-profile", "srgb",
      ], in: folder, environment: ["VIPS_BLOCK_UNTRUSTED": "1", "VIPS_CONCURRENCY": "1", "VIPS_NOVECTOR": "0"])
  }
}

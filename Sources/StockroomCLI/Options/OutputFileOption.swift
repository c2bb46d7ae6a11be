internal import ArgumentParser

/// The file that a command writes.
struct OutputFileOption: ParsableArguments {
  @Option(help: ArgumentHelp("The file to write; standard output when not given or -.", valueName: "file"))
  var to: String?
}

/// A command that writes its result to a file or to standard output.
protocol FileWritingCommand: ParsableCommand {
  var target: OutputFileOption { get }
}

extension FileWritingCommand {
  /// The path of the file; nil or `-` for standard output.
  var to: String? { target.to }
}

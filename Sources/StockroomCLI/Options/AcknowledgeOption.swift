internal import ArgumentParser

/// The option for the answer that the sender of a document expects.
struct AcknowledgeOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write the acknowledgement that the sender expects, such as a 997 or CONTRL, once the file is imported or refused.",
      valueName: "file"))
  var acknowledge: String?
}

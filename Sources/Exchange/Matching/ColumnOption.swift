extension String {
  /// Whether a column of this name can be given in an option such as `--map NAME=FIELD`, and be read in a message.
  var fitsOption: Bool { count <= 80 }

  /// Whether a column of this name can be given in an option with a value of it, such as `--leave-out NAME=VALUE`.
  var fitsCondition: Bool { fitsOption && !contains("=") }
}

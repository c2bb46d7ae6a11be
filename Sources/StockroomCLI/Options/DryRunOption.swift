internal import ArgumentParser
internal import Stock

/// The option with which a command that changes a shop only shows what it would do.
struct DryRunOption: ParsableArguments {
  @Flag(name: .customLong("dry-run"), help: "Show what would change, and change nothing.")
  var isDryRun = false

  /// The person to carry the change out for; nil when it is only shown.
  func actor(in shop: OpenShop) -> Actor? { isDryRun ? nil : shop.actor }
}

internal import ArgumentParser

/// A fixed choice as an option: an enumeration, so that help, completion and error messages list all values.
struct Choice<Value: RawRepresentable & CaseIterable & Sendable>: ExpressibleByArgument, Sendable
where Value.RawValue == String {
  let value: Value

  init(_ value: Value) { self.value = value }

  init?(argument: String) {
    guard let value = Value(rawValue: argument) else { return nil }
    self.value = value
  }

  var defaultValueDescription: String { value.rawValue }
  static var allValueStrings: [String] { Value.allCases.map(\.rawValue) }
}

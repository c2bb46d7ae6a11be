import Testing

@testable import FormatKit

@Test func everyReferenceNamesAKind() {
  for kind in Vocabulary.kinds {
    for field in kind.fields {
      if let reference = field.references { #expect(Vocabulary.kind(reference) != nil) }
    }
  }
}

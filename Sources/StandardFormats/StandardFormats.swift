public import FormatKit

/// The formats that ship with Stockroom.
public let standardFormats = FormatRegistry([])

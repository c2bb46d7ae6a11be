// What a format reports is part of what it is written with, so its author needs one import only.
@_exported public import ProblemKit

internal import CLibMalloc
internal import Foundation

/// How much memory the allocator of glibc keeps that was freed.
///
/// Without limits it has a heap for each thread, and keeps there what long imports have freed. A server goes on for
/// weeks.
package enum AllocatorLimits: CaseIterable, Sendable {
  case heaps, mappedBlocks, freeEnds

  /// How an administrator sets it: a variable of the environment, or one of the names in `GLIBC_TUNABLES`.
  private var names: (variable: String, tunable: String) {
    switch self {
    case .heaps: ("MALLOC_ARENA_MAX", "glibc.malloc.arena_max")
    case .mappedBlocks: ("MALLOC_MMAP_THRESHOLD_", "glibc.malloc.mmap_threshold")
    case .freeEnds: ("MALLOC_TRIM_THRESHOLD_", "glibc.malloc.trim_threshold")
    }
  }

  /// The limits that an environment does not set.
  package static func unset(in environment: [String: String]) -> [Self] {
    let tunables = (environment["GLIBC_TUNABLES"] ?? "").split(separator: ":")
    return allCases.filter { limit in
      environment[limit.names.variable] == nil && !tunables.contains { $0.hasPrefix(limit.names.tunable + "=") }
    }
  }

  /// Sets the limits of this process, which must not have a second thread yet. Those that the administrator has set
  /// hold.
  package static func set() {
    for limit in unset(in: ProcessInfo.processInfo.environment) {
      switch limit {
      case .heaps: _ = stockroom_limit_heaps(2)
      case .mappedBlocks: _ = stockroom_map_blocks_from(262_144)
      case .freeEnds: _ = stockroom_trim_heaps_from(262_144)
      }
    }
  }
}

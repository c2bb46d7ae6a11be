import Serving
import Testing

@Suite struct AllocatorLimitsTests {
  @Test(
    arguments: [
      ([:], AllocatorLimits.allCases),
      (["MALLOC_ARENA_MAX": "8"], [.mappedBlocks, .freeEnds]),
      (["MALLOC_MMAP_THRESHOLD_": "4096", "MALLOC_TRIM_THRESHOLD_": "4096"], [.heaps]),
      (["GLIBC_TUNABLES": "glibc.malloc.trim_threshold=1:glibc.malloc.arena_max=4"], [.mappedBlocks]),
      (["GLIBC_TUNABLES": "glibc.malloc.arena_test=4"], AllocatorLimits.allCases),
    ] as [([String: String], [AllocatorLimits])])
  func whatAnAdministratorHasSetHolds(environment: [String: String], unset: [AllocatorLimits]) {
    #expect(AllocatorLimits.unset(in: environment) == unset)
  }
}

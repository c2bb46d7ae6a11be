internal import Foundation

/// What work costs the calling thread in time of a processor, however much else the machine does meanwhile.
///
/// It tells what would never end from what merely waited for its turn; it is no measurement, and its bounds are wide.
public enum ProcessorTime {
  /// What this thread has spent since it began.
  public static var ofThread: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// What this thread spends on the work.
  public static func spent<Failure: Error>(_ work: () throws(Failure) -> Void) throws(Failure) -> Duration {
    let before = ofThread
    try work()
    return ofThread - before
  }
}

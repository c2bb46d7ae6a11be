internal import Foundation

/// The processor time that work costs the calling thread, regardless of other work on the machine.
///
/// It distinguishes work that would never end from work that merely waited for its turn; it is not a measurement, and its
/// bounds are wide.
public enum ProcessorTime {
  /// The processor time of this thread since it began.
  public static var ofThread: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// The processor time of this thread for the work.
  public static func spent<Failure: Error>(_ work: () throws(Failure) -> Void) throws(Failure) -> Duration {
    let before = ofThread
    try work()
    return ofThread - before
  }
}

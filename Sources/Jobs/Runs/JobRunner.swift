public import FormatKit
internal import Foundation
public import RetailValues
internal import Stock

/// The services of the shop that a run needs.
public struct JobServices {
  /// The shop's books, opened.
  public struct Books {
    public var writer: any SetWriting
    /// The identity of the shop, the same in all its copies; nil where its books have no log yet.
    public var shop: String?
    /// Enters an act in the audit log.
    public var enter: (String) throws -> Void
    /// Whether the audit log has an act of a job in exactly these words.
    public var has: (String) throws -> Bool

    public init(
      writer: any SetWriting, shop: String?, enter: @escaping (String) throws -> Void,
      has: @escaping (String) throws -> Bool
    ) {
      self.writer = writer
      self.shop = shop
      self.enter = enter
      self.has = has
    }
  }

  /// Reads the definition of a job.
  public var definition: (String) throws -> JobDefinition
  public var books: () throws -> Books
  /// The command of `on_failure` of a job whose definition is otherwise wrong; empty if no command can be read.
  public var failureCommand: (String) -> [String]
  /// Says what is wrong, by any error.
  public var explain: (any Error) -> Problems
  /// Shows a message to the user.
  public var tell: (String) -> Void

  public init(
    definition: @escaping (String) throws -> JobDefinition, failureCommand: @escaping (String) -> [String],
    books: @escaping () throws -> Books,
    explain: @escaping (any Error) -> Problems, tell: @escaping (String) -> Void
  ) {
    self.definition = definition
    self.failureCommand = failureCommand
    self.books = books
    self.explain = explain
    self.tell = tell
  }
}

/// Runs named jobs.
///
/// A lock of the kernel ensures that a job runs once at a time. A set is published completely or not at all. Every
/// failure is reported, and the next run repairs it.
public struct JobRunner {
  public struct Options: Sendable {
    /// The cut-off; the moment at which the job begins when nil.
    public var at: Timestamp?
    /// Publish a full set, even if the job's mode is delta.
    public var isFull = false
    /// How long another run of the same job is waited for.
    public var wait = Duration.zero

    public init() {}
  }

  let shopPath: String
  let services: JobServices

  /// - Parameter shopPath: the shop's folder, absolute.
  public init(shopPath: String, services: JobServices) {
    self.shopPath = shopPath
    self.services = services
  }

  /// The folder, below the shop's, in which each job has its lock, its record, its log and its state.
  public static let stateFolder = "jobs/.state"

  /// Runs a job to its end, whether it succeeds or fails.
  public func run(_ name: String, _ options: Options = Options()) -> JobOutcome {
    let began = ContinuousClock.now
    var outcome = JobOutcome(job: name)
    defer { outcome.milliseconds = OutsideCommand.milliseconds(since: began) }
    do {
      do {
        guard try services.definition(name).isEnabled else {
          outcome.result = .off
          return outcome
        }
      } catch let error as Problems where error.code == .unknownJob {
        // Nothing is made for a job that there is not.
        fail(&outcome, error)
        return outcome
      } catch {}
      let shop = try OpenFolder.opened(shopPath)
      let state = try shop.descendant("\(Self.stateFolder)/\(name)")
      guard let lock = try JobLock.taken(in: state, wait: options.wait) else {
        outcome.result = .busy
        outcome.status = JobStatus.busy
        outcome.problems = [
          Problem(
            .busy, "another run of the job is under way", remedy: "Try again later, or have it waited for with --wait.")
        ]
        return outcome
      }
      withExtendedLifetime(lock) {
        var attempt = JobAttempt(name, options, shop: shop, state: state, services: services)
        attempt.run(&outcome)
      }
    } catch {
      fail(&outcome, error)
    }
    return outcome
  }

  private func fail(_ outcome: inout JobOutcome, _ error: any Error) {
    let problems = services.explain(error)
    outcome.result = .failed
    outcome.status = problems.first.outcome.rawValue
    outcome.problems += problems.all
  }
}

public import FormatKit

extension FoodKeeperFormat: ManyTablesFormat {
  /// Each food with its durations.
  public var demands: [TableDemand] {
    [
      .group(
        by: "food",
        [
          TableDemand.Table("foods", Self.foodFields),
          TableDemand.Table("storage_durations", Self.durationFields),
        ])
    ]
  }

  public func tablesWriter(to sink: ByteSink) throws(Problems) -> FoodKeeperWriter { FoodKeeperWriter(to: sink) }
}

// swift-tools-version: 6.1
import PackageDescription

/// Every target is compiled under the same strict settings; see the loop at the end of this file.
let strictSettings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let sqlite: Target.Dependency = .product(name: "GRDBSQLite", package: "GRDB.swift")
let yams: Target.Dependency = .product(name: "Yams", package: "Yams")
let mustache: Target.Dependency = .product(name: "Mustache", package: "swift-mustache")
let hummingbird: Target.Dependency = .product(name: "Hummingbird", package: "hummingbird")
let argumentParser: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")

/// A module of Stockroom under `Sources/<name>` with its tests under `Tests/<name>Tests`.
func module(
  _ name: String, _ dependencies: [Target.Dependency] = [], tests testDependencies: [Target.Dependency] = [],
  testFolders: [String] = []
) -> [Target] {
  [
    .target(name: name, dependencies: dependencies),
    .testTarget(
      name: "\(name)Tests", dependencies: [.target(name: name)] + testDependencies, exclude: testFolders),
  ]
}

/// A format under `Plugins/<folder>`, built as the module `<folder>Format`, with its tests and fixtures in the same
/// folder.
func plugin(_ folder: String, _ dependencies: [String] = []) -> [Target] {
  [
    .target(
      name: "\(folder)Format", dependencies: ["FormatKit"] + dependencies.map { .byName(name: $0) },
      path: "Plugins/\(folder)/Sources"),
    .testTarget(
      name: "\(folder)FormatTests",
      dependencies: ["FormatKit", "FormatKitTesting", .target(name: "\(folder)Format")]
        + dependencies.map { .byName(name: $0) },
      path: "Plugins/\(folder)/Tests"),
  ]
}

/// Every format that ships, by its folder under `Plugins`, with the C modules it needs and what it shares with others.
let plugins: [(folder: String, dependencies: [String])] = [
  ("Bookworm", ["RetailValues", "JSONReading"]),
  ("CSV", ["RetailValues", "CLibCSV"]),
  ("EDIFACT", ["RetailValues", "Segments", "SupplyDocuments"]),
  ("FoodKeeper", ["RetailValues", "JSONReading"]),
  ("FreshnessList", ["RetailValues", "JSONReading"]),
  ("GeoJSON", ["RetailValues", "JSONReading"]),
  ("GoogleMerchant", ["RetailValues", "CSVFormat", "XMLReading"]),
  ("JSON", ["JSONReading"]),
  ("ONIX", ["RetailValues", "XMLReading"]),
  ("ProductTable", ["RetailValues", "CLibSQLite", "JSONReading"]),
  ("ParseExport", ["RetailValues", "JSONReading", "ZipReading"]),
  ("Shopify", ["DelimitedReading"]),
  ("Spreadsheet", ["RetailValues", "CLibXML2", "Workbook", "ZipReading"]),
  ("Square", ["RetailValues", "DelimitedReading"]),
  ("StoreInventory", ["RetailValues", "JSONReading"]),
  ("UBL", ["RetailValues", "SupplyDocuments", "XMLReading"]),
  ("WooCommerce", ["DelimitedReading"]),
  ("X12", ["RetailValues", "Segments", "SupplyDocuments"]),
  ("XML", ["CLibXML2", "XMLReading"]),
]

let targets: [Target] =
  [
    .systemLibrary(name: "CLibCSV", providers: [.apt(["libcsv-dev"])]),
    .systemLibrary(name: "CLibCrypt", pkgConfig: "libcrypt", providers: [.apt(["libcrypt-dev"])]),
    .systemLibrary(name: "CLibCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CLibSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CLibXLSXWriter", providers: [.apt(["libxlsxwriter-dev"])]),
    .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
    .systemLibrary(name: "CLibZ", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CLibZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"])]),
    .systemLibrary(name: "CLibZip", pkgConfig: "libzip", providers: [.apt(["libzip-dev"])]),
    // The limits of glibc's allocator, which Swift's module of the C library does not have.
    .systemLibrary(name: "CLibMalloc"),
    // Runs programs of others within limits; tested with the pictures that they make.
    .target(name: "Subprocess"),
    .target(name: "FormatKitTesting", dependencies: ["FormatKit"]),
    .target(
      name: "StandardFormats",
      dependencies: ["FormatKit"] + plugins.map { .target(name: "\($0.folder)Format") }),
    .testTarget(
      name: "StandardFormatsTests",
      dependencies: [
        "RetailValues", "FormatKit", "FormatKitTesting", "Exchange", "Jobs", "Pictures", "Reconciliation", "Reporting",
        "StandardFormats", "Stock", "Unpacking",
      ],
      exclude: ["exit-statuses.tsv"]),
    .executableTarget(name: "stockroom", dependencies: ["StockroomCLI"], path: "Sources/Stockroom"),
    // The command with the server of the pages, which is larger than a fifth of it: `stockroom serve` goes on as this one.
    .executableTarget(
      name: "stockroom-serve", dependencies: ["Serving", "StockroomCLI", "Web"], path: "Sources/StockroomServe"),
    .target(
      name: "StockroomCLI",
      dependencies: [
        "RetailValues", "CatalogSearch", "Exchange", "FormatKit", "Jobs", "Pictures", "ProblemKit", "Reconciliation",
        "Reporting", "Serving", "ShopCheck", "StandardFormats", "Stock", "StockJournal", "Unpacking", "Wording",
        "YAMLReading", argumentParser, yams,
      ]),
    // What the command and the server of the pages have in common.
    .target(name: "Serving", dependencies: ["CLibCrypt", "CLibMalloc", "FormatKit", "RetailValues", "Wording"]),
    .testTarget(
      name: "SampleTests",
      dependencies: [
        "RetailValues", "Exchange", "FormatKit", "FormatKitTesting", "ProblemKit", "Reconciliation", "StandardFormats",
        "Stock", "StockTesting", grdb,
      ]),
    .target(
      name: "StockTesting", dependencies: ["RetailValues", "ProblemKit", "Reconciliation", "Stock", grdb],
      path: "Tests/StockTesting"),
    .target(name: "WebTesting", path: "Tests/WebTesting"),
    .target(name: "ProgramTesting", dependencies: ["Subprocess"], path: "Tests/ProgramTesting"),
    // Replaces the C library's malloc, in this one test program only.
    .target(name: "CAllocationCount", path: "Tests/CAllocationCount"),
    .testTarget(name: "AllocationTests", dependencies: ["CAllocationCount", "FormatKit", "StandardFormats"]),
    // Makes a year of trade of a shop that never was; for tests and for show, no part of what is installed.
    .executableTarget(name: "shop-scenario", dependencies: ["FormatKitTesting"], path: "Sources/ShopScenario"),
    // Runs the executables themselves; the dependency on them makes `swift test` build them first.
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "stockroom", "stockroom-serve", "shop-scenario", "FormatKitTesting", "ProgramTesting", "Subprocess",
        "WebTesting", grdb,
      ],
      exclude: ["cases", "first-contact.tsv"]),
  ]
  + plugins.flatMap { plugin($0.folder, $0.dependencies) }
  + module("ProblemKit")
  + module("RetailValues")
  + module("Workbook", ["RetailValues", "CLibXLSXWriter", "ProblemKit"])
  + module("FormatKit", ["RetailValues", "ProblemKit"], tests: ["FormatKitTesting", "RetailValues"])
  + module(
    "Pictures", ["FormatKit", "Subprocess"], tests: ["FormatKit", "FormatKitTesting", "ProgramTesting", "Subprocess"])
  + module("XMLReading", ["CLibXML2", "FormatKit"], tests: ["FormatKit", "FormatKitTesting"])
  // Tested with the formats whose files are archives.
  + [.target(name: "ZipReading", dependencies: ["CLibZip", "FormatKit"])]
  + module(
    "Unpacking", ["CLibZ", "CLibZstd", "FormatKit", "ZipReading"],
    tests: ["FormatKit", "FormatKitTesting", "ProgramTesting"])
  + module("YAMLReading", [yams], tests: ["FormatKitTesting", yams])
  + module("Wording", ["RetailValues", "ProblemKit", "YAMLReading", mustache, yams])
  + module("JSONReading", ["FormatKit"], tests: ["FormatKit", "FormatKitTesting"])
  + module("DelimitedReading", ["RetailValues", "CSVFormat", "FormatKit"])
  + module("Segments")
  + module("SupplyDocuments", ["RetailValues", "FormatKit"], tests: ["FormatKit", "FormatKitTesting"])
  + module("Reconciliation", ["RetailValues", "ProblemKit"], tests: ["ProblemKit"])
  + module(
    "Stock", ["RetailValues", "CLibCrypto", "CLibSQLite", "FormatKit", "ProblemKit", grdb, sqlite],
    tests: [
      "RetailValues", "FormatKit", "FormatKitTesting", "ProblemKit", "Reconciliation", "ShopCheck", "StockJournal",
      "StockTesting", grdb,
    ])
  + module(
    "CatalogSearch", ["RetailValues", "ProblemKit", "Stock", grdb],
    tests: ["RetailValues", "FormatKitTesting", "ProblemKit", "Stock", "StockTesting", grdb])
  + module(
    "StockJournal", ["RetailValues", "ProblemKit", "Stock", grdb],
    tests: [
      "RetailValues", "FormatKitTesting", "ProblemKit", "Reconciliation", "ShopCheck", "Stock", "StockTesting", grdb,
    ])
  + module(
    "ShopCheck", ["RetailValues", "ProblemKit", "Stock", "StockJournal", grdb],
    tests: [
      "RetailValues", "FormatKitTesting", "ProblemKit", "Reconciliation", "Stock", "StockJournal", "StockTesting", grdb,
    ])
  + module(
    "Exchange", ["RetailValues", "FormatKit", "Stock", "YAMLReading", yams],
    tests: [
      "RetailValues", "FormatKit", "FormatKitTesting", "ProblemKit", "ProgramTesting", "Reconciliation", "Reporting",
      "ShopCheck", "Stock", "StockTesting", "StandardFormats", "ZipReading", grdb,
    ])
  + module(
    "Reporting",
    ["RetailValues", "Subprocess", "ProblemKit", "Stock", "Wording", "Workbook", "YAMLReading", mustache, yams],
    tests: [
      "RetailValues", "FormatKit", "FormatKitTesting", "Subprocess", "ProblemKit", "ProgramTesting", "Stock",
      "StockTesting", "SpreadsheetFormat", "Wording", grdb, sqlite,
    ],
    testFolders: ["Golden"])
  + module(
    "Jobs",
    ["RetailValues", "Exchange", "FormatKit", "Subprocess", "ProblemKit", "Reporting", "Stock", "Wording", yams],
    tests: [
      "RetailValues", "Exchange", "FormatKit", "FormatKitTesting", "ProblemKit", "ProgramTesting", "Reporting",
      "StandardFormats", "Stock", "Wording", grdb,
    ])
  + module(
    "Web",
    [
      "CLibCrypto", "FormatKit", "JSONReading", "ProblemKit", "RetailValues", "Serving", "Wording", hummingbird,
      mustache,
      .product(name: "HTTPTypes", package: "swift-http-types"), .product(name: "Logging", package: "swift-log"),
      .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
      .product(name: "NIOPosix", package: "swift-nio"), .product(name: "NIOSSL", package: "swift-nio-ssl"),
      .product(name: "HummingbirdCore", package: "hummingbird"),
    ],
    tests: [
      "FormatKit", "ProblemKit", "RetailValues", "Serving", "WebTesting", "Wording",
      .product(name: "HTTPTypes", package: "swift-http-types"), .product(name: "NIOCore", package: "swift-nio"),
      .product(name: "NIOEmbedded", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
    ])

let package = Package(
  name: "Stockroom",
  products: [
    .library(name: "FormatKit", targets: ["FormatKit"]),
    .library(name: "FormatKitTesting", targets: ["FormatKitTesting"]),
  ],
  dependencies: [
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    // The pages of `stockroom serve`, without the traits for settings in files and for the whole of Foundation.
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    // What Hummingbird itself stands on; the server names some of their types.
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    // HTTPS of the pages, with a copy of BoringSSL; linked into `stockroom-serve` alone.
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    // Only for `make site`; nothing is linked with it.
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
  ],
  targets: targets
)

/// Tests are not optimised with the release: they are compiled in half the time, and the optimiser has made one crash.
let testSettings: [SwiftSetting] = [.unsafeFlags(["-Onone"], .when(configuration: .release))]

for target in package.targets where target.type != .system {
  target.swiftSettings =
    (target.swiftSettings ?? []) + strictSettings + (target.type == .test ? testSettings : [])
}

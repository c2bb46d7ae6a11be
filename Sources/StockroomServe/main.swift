internal import Serving
internal import StockroomCLI
internal import Web

// Before there is a second thread.
AllocatorLimits.set()
// The same commands as `stockroom`, with the server that `stockroom serve` needs.
StockroomProgram.main(serving: Pages())

/// The pages of ``WebServer``.
struct Pages: PageServer {
  func serve(
    _ shop: any ServedShop, templates: String, settings: ServerSettings, linkFor login: String,
    log: @escaping @Sendable (String) -> Void, started: @escaping @Sendable (StartedServer) -> Void
  ) async throws {
    let texts = try PageTemplates(folder: templates, summaries: settings.summaries)
    let server = WebServer(shop: shop, templates: texts, settings: settings, log: log)
    try await server.run(linkFor: login, started: started)
  }
}

// Starts the API reference. Loaded before Scalar, whose zod would otherwise try to compile code, which the
// page's Content-Security-Policy forbids.
globalThis.__zod_globalConfig = { jitless: true };

addEventListener("DOMContentLoaded", () => {
  globalThis.Scalar.createApiReference("#reference", {
    url: "/openapi.json",
    defaultOpenAllTags: true,
    documentDownloadType: "direct",
    // A reference, not a client: no request but for the document, no credential kept.
    agent: { disabled: true },
    hideClientButton: true,
    hideTestRequestButton: true,
    mcp: { disabled: true },
    persistAuth: false,
    proxyUrl: "",
    showDeveloperTools: "never",
    telemetry: false,
    withDefaultFonts: false,
  });
});

// Starts the API reference. Loaded before Scalar, whose zod would otherwise try to compile code, which the
// page's Content-Security-Policy forbids.
globalThis.__zod_globalConfig = { jitless: true };

addEventListener("DOMContentLoaded", () => {
  globalThis.Scalar.createApiReference("#reference", {
    url: "/openapi.json",
    // Where this page is, which may be another port than the document's on a developer's machine.
    servers: [{ url: location.origin }],
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

// The Content-Security-Policy of each kind of page.

/** Serves pages with a form and without a script. A form may lead on to another site: Chrome checks redirects as well. */
export function formPagePolicy(): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Serves pages whose script calls nothing but the service; `more` are further directives. */
export function scriptPagePolicy(
  more: readonly string[] = [],
  { connectTo = "'self'", framedBy = "'none'" } = {},
): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src ${connectTo}`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${framedBy}`,
    "require-trusted-types-for 'script'",
    ...more,
  ].join("; ");
}

/** Allows WebSockets, whose address older browsers do not count as the page's own. */
export function livePagePolicy(
  publicUrl: string,
  more: readonly string[] = [],
  framedBy: "'none'" | "'self'" = "'none'",
): string {
  const connectTo = `'self' ${new URL(publicUrl).origin.replace(/^http/, "ws")}`;
  return scriptPagePolicy(more, { connectTo, framedBy });
}

/** Allows the manifest and the service worker of an app that can be installed. */
export function installable(app: string): string[] {
  return ["manifest-src 'self'", "worker-src 'self'", `trusted-types ${app}-worker`];
}

/** For pages with a form and without a script. A form may lead on to another site: Chrome checks redirects as well. */
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

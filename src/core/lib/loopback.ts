/** Whether the address is of this very machine, so that nobody else can be there. */
export function isLoopback(url: string): boolean {
  return /^(localhost|127\.0\.0\.1|\[::1\])$/.test(URL.parse(url)?.hostname ?? "");
}

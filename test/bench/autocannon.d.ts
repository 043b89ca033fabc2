// The parts of autocannon that the bench uses; the package has no types of its own.
declare module "autocannon" {
  export interface Request {
    method: string;
    path: string;
    headers: Record<string, string>;
    body?: string;
    setupRequest?(request: Request): Request;
  }

  export interface Result {
    statusCodeStats: Record<string, { count: number }>;
    errors: number;
    /** It is in seconds. */
    duration: number;
    latency: { p99: number };
  }

  function autocannon(options: {
    url: string;
    connections: number;
    amount: number;
    requests: Request[];
  }): Promise<Result>;

  // biome-ignore lint/style/noDefaultExport: so the package does
  export { autocannon as default };
}

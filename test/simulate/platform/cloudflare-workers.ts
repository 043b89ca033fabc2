// Stands in for the module `cloudflare:workers`.
export function waitUntil(work: Promise<unknown>): void {
  work.catch(() => {});
}

export class DurableObject<Bindings = unknown> {
  protected readonly ctx: DurableObjectState;
  protected readonly env: Bindings;

  constructor(ctx: DurableObjectState, env: Bindings) {
    this.ctx = ctx;
    this.env = env;
  }
}

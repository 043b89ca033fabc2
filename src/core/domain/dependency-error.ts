/** Another service did not respond, or not as its contract says. */
export class DependencyError extends Error {
  readonly dependency: "identity_provider" | "ledger" | "payment_intent" | "database";
  constructor(dependency: DependencyError["dependency"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "DependencyError";
    this.dependency = dependency;
  }
}

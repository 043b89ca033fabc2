import type { Deployment } from "../../domain/deployment.ts";
import { isoTime } from "../../lib/time.ts";

export function presentDeployment(deployment: Deployment) {
  const { environment, now, variables, bindings, migrations, webhookLookups, cellsFault } = deployment;
  return {
    environment,
    time: isoTime(now),
    variables,
    bindings,
    migrations,
    webhook_lookups: webhookLookups,
    cells_fault: cellsFault,
  };
}

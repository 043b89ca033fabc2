import type { Deployment } from "#core/domain/operations/deployment.ts";
import { isoTime } from "#core/lib/time.ts";
import type { Wire } from "#core/wire/shared/wire-types.ts";

export function presentDeployment(deployment: Deployment): Wire<"Deployment"> {
  const { environment, now, variables, bindings, migrations, webhookLookups, settingsFault } = deployment;
  return {
    environment,
    time: isoTime(now),
    variables,
    bindings,
    migrations,
    webhook_lookups: webhookLookups,
    settings_fault: settingsFault,
  };
}

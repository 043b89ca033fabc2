import type { OperatorAlert } from "#core/domain/ports/operator-alerts.ts";
import { log } from "#core/lib/log.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import { sendingFault } from "#core/webhooks/sendable.ts";

/** Sends an alert. Returns true also where there is no operator to tell. */
export async function tell(deps: Dependencies, alert: OperatorAlert): Promise<boolean> {
  if (deps.operatorAlerts === null) return true;
  if (!(await isAlertUrlSafe(deps))) return false;
  try {
    await deps.operatorAlerts.receive(alert);
    return true;
  } catch (error) {
    log("error", "operator_alert_failed", { alert_id: alert.id, error });
    return false;
  }
}

/** Checked like the URL of a merchant's endpoint, whenever something is to be sent. */
export async function isAlertUrlSafe({ config }: Dependencies): Promise<boolean> {
  const fault = await sendingFault(config.operatorAlertUrl ?? "", config.webhooks);
  if (fault !== null)
    log("error", "operator_alerts_not_sent", { fault: `OPERATOR_ALERT_URL: ${fault.text}` });
  return fault === null;
}

import type { OperatorAlerts } from "#core/domain/ports/operator-alerts.ts";

const TIMEOUT_MS = 5_000;

export function createOperatorAlerts(url: string): OperatorAlerts {
  return {
    async receive(alert) {
      const response = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json", "user-agent": "merchant-payments/1.0" },
        body: JSON.stringify(alert),
        redirect: "manual",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`the operators' address responded with ${response.status}`);
    },
  };
}

// The credentials with which the merchant's own systems call the API.

import { code, h } from "#pages/browser/kit/h.ts";
import type { CredentialsResponse } from "#sdk/index.ts";
import { request } from "../api/request.ts";
import { dangerButton, showSecrets } from "../components/dialog.ts";
import { facts, forDevelopers, section, viewUnder } from "../components/page.ts";
import type { View } from "../router.ts";
import { whoIsHere } from "../session.ts";
import { t } from "../text.ts";
import { goLiveSection } from "./go-live.ts";

export function credentialsView(): View {
  const { origin } = location;
  return viewUnder(
    { title: t.nav.credentials, intro: t.credentials.intro },
    section(
      t.credentials.api,
      facts([
        [t.credentials.base, code(origin)],
        [t.credentials.reference, h("a", { href: "/docs", target: "_blank", rel: "noopener" }, "/docs")],
      ]),
      forDevelopers(facts([[t.credentials.merchantId, code(whoIsHere().merchantId)]])),
    ),
    goLiveSection(),
    section(
      t.credentials.rotate,
      h("p", { class: "soft" }, t.credentials.rotateHint),
      newSecretButton(() => request("rotateCredentials")),
    ),
  );
}

/** For the merchant's own client, and for a counter's. */
export function newSecretButton(create: () => Promise<CredentialsResponse>): HTMLElement {
  const make = dangerButton({
    action: t.credentials.rotate,
    title: t.credentials.rotateTitle,
    text: t.credentials.rotateHint,
    run: async () => {
      const { client_id: id, client_secret: secret } = await create();
      showSecrets(t.credentials.rotated, [
        { label: t.credentials.clientId, value: id },
        { label: t.credentials.clientSecret, value: secret },
      ]);
    },
  });
  return h("div", {}, make);
}

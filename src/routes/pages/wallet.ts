// The customer's wallet, for people: one page, whose script calls the API as the customer.
import { Hono } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { walletPage } from "../../pages/apps.tsx";
import { livePagePolicy } from "../../pages/policy.ts";
import { showPage } from "./show-page.ts";

/** For the manifest and the service worker of an installed wallet. */
const INSTALLED = ["manifest-src 'self'", "worker-src 'self'", "trusted-types wallet-worker"];

export const walletPages = new Hono<AppEnv>().get("/", (c) => {
  const { publicUrl, environment } = c.get("deps").config;
  const isSandbox = environment === "sandbox";
  // On the sandbox's stage, it is in the frame of a phone.
  const policy = livePagePolicy(publicUrl, INSTALLED, isSandbox ? "'self'" : "'none'");
  return showPage(c, policy, (language) => walletPage(language, isSandbox));
});

// Who is signed in, and what holds for all they see.

import type { SessionView, Wire } from "#core/wire/shared/wire-types.ts";
import { fill } from "#pages/browser/kit/h.ts";
import { request, send } from "./api/request.ts";

export interface SignedIn {
  merchantId: string;
  merchantName: string;
  email: string;
  role: NonNullable<SessionView["role"]>;
}

type Settings = Wire<"MerchantSettings">;

/** Whether webhooks may go to an http address here: the frame that the server has sent says so. */
export const acceptsHttp = document.querySelector("main[data-accepts-http]") !== null;

let signedIn: SignedIn = { merchantId: "", merchantName: "", email: "", role: "staff" };
let settings: Settings | null = null;

/** Returns false when nobody is signed in. */
export async function readSession(): Promise<boolean> {
  const { session }: { session: SessionView | null } = JSON.parse(await send("GET", "/session"));
  if (session === null) return false;
  signedIn = {
    merchantId: session.merchant_id,
    merchantName: session.merchant_name,
    email: session.email ?? "",
    role: session.role ?? "staff",
  };
  useSettings((await request("getMerchantSettings")).settings);
  return true;
}

/** Goes on to where the provider ends its own session. A browser may keep the page, for its back button: it is left empty. */
export async function signOut(): Promise<void> {
  const { redirect_to } = JSON.parse(await send("POST", "/session/sign-out"));
  fill(document.body);
  addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
  location.assign(redirect_to);
}

/** Comes back to this very view. */
export function signIn(): void {
  const here = location.pathname + location.search;
  location.assign(`/session/sign-in?to=${encodeURIComponent(here)}`);
}

export function whoIsHere(): SignedIn {
  return signedIn;
}

/** Staff read everything; what only an owner may do is not offered to them. */
export function isOwner(): boolean {
  return signedIn.role === "owner";
}

/** The browser's, where the shop has none but the first. */
export function proposedZone(): string | null {
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const isOffered = own !== "UTC" && Intl.supportedValuesOf("timeZone").includes(own);
  return timeZone() === "UTC" && isOffered ? own : null;
}

export function timeZone(): string {
  return settings?.time_zone ?? "UTC";
}

/** What the shop says of itself; null before it is read. */
export function shopSettings(): Settings | null {
  return settings;
}

export function useSettings(current: Settings): void {
  settings = current;
}

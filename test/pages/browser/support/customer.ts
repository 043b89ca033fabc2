// A customer who has registered at the embedded identity provider.
import { ADMIN } from "./service.ts";
import { fetchToken } from "./shop.ts";
import { setPassword } from "./sign-in.ts";

const REALM = "/admin/realms/payment-platform";

/** Returns the email. */
export async function makeCustomer(url: string): Promise<string> {
  const email = `customer-${crypto.randomUUID()}@example.com`;
  const headers = { Authorization: `Bearer ${await fetchToken(url, ADMIN)}` };
  const call = async (method: string, path: string, body?: unknown): Promise<Response> => {
    const response = await fetch(new URL(path, url), { method, headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path} responded with ${response.status}`);
    return response;
  };
  const created = await call("POST", `${REALM}/users`, { username: email, email, attributes: {} });
  const user = created.headers.get("Location") ?? "";
  const role = await (await call("GET", `${REALM}/roles/customer`)).json();
  await call("POST", `${user}/role-mappings/realm`, [role]);
  const { url: setupUrl } = (await (await call("POST", `${user}/setup-link`)).json()) as { url: string };
  await setPassword({ setupUrl });
  return email;
}

import { request } from "./api/request.ts";

/** The emails of the dashboard users; none where they cannot be read, because only the identity provider knows the users. */
export async function readEmails(): Promise<Map<string, string>> {
  try {
    const { users } = await request("listMerchantUsers");
    return new Map(users.map(({ id, email }) => [id, email]));
  } catch {
    return new Map();
  }
}

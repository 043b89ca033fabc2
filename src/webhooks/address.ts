/** Why an address cannot receive webhooks, or null. Without `allowPrivate` it must be https. */
export function webhookAddressFault(address: string, options: { allowPrivate: boolean }): string | null {
  const url = URL.parse(address);
  if (url === null) return "must be a URL";
  if (url.protocol !== "https:" && !(options.allowPrivate && url.protocol === "http:"))
    return "must be an https URL";
  if (url.username !== "" || url.password !== "") return "must not contain credentials";
  return null;
}

// The Authorization header. Its schemes are case-insensitive (RFC 9110 §11.1).

/** RFC 6750 §2.1; null for a header that is missing, malformed or of another scheme. */
export function bearerToken(header: string | undefined): string | null {
  return /^Bearer +(\S+)$/i.exec(header ?? "")?.[1] ?? null;
}

/** RFC 7617; null for a header that is missing, malformed or of another scheme. */
export function basicCredentials(header: string | undefined): { username: string; password: string } | null {
  const encoded = /^Basic +([A-Za-z0-9+/]+=*)$/i.exec(header ?? "")?.[1];
  if (encoded === undefined) return null;
  try {
    const text = new TextDecoder().decode(Uint8Array.fromBase64(encoded));
    const [username = "", ...password] = text.split(":");
    return { username, password: password.join(":") };
  } catch {
    return null;
  }
}

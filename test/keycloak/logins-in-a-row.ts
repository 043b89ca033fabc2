/**
 * For every Keycloak that this process starts from now on. The scenarios log the same user in again and again, faster than people do.
 * By default, Keycloak refuses a login with "Invalid user credentials" until a thread of its own has noted the one before, which
 * takes longer on a busy machine.
 */
export function allowLoginsInARow(): void {
  process.env.KC_SPI_BRUTE_FORCE_PROTECTOR__DEFAULT_BRUTE_FORCE_DETECTOR__ALLOW_CONCURRENT_REQUESTS = "true";
}

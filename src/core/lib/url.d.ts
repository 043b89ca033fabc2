// The part of Node's url that the Worker uses: Worker code is compiled without Node's types.
declare module "node:url" {
  /** Empty for what is no domain. */
  export function domainToASCII(domain: string): string;
  export function domainToUnicode(domain: string): string;
}

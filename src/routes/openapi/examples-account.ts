// Examples of what a merchant's dashboard manages.
export const SETTINGS = { time_zone: "Europe/Berlin" };

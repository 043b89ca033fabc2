import { REALM } from "../../domain/realm.ts";

/** Keycloak's RoleRepresentation of what a user can be given; `admin` is the platform administrator's alone. */
export const ROLES = [
  {
    id: "6f0d0a3e-52c1-4b0b-8f5e-7f3d3c1a9b46",
    name: "merchant",
    composite: false,
    clientRole: false,
    containerId: REALM,
  },
];

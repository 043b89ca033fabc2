import { expect, it } from "vitest";
import { isAbandoned, isUnproven, type UserTraces } from "#core/domain/identity-provider/abandoned-user.ts";
import type { ProviderTask } from "#core/domain/identity-provider/provider-task.ts";

const EMAIL = "owner@shop.test";
const USER = { id: "user-1", merchantIds: ["m-1"], isEnabled: true, isEmailVerified: true, hasWallet: false };

function task(change: Partial<ProviderTask>): ProviderTask {
  return {
    id: "task-1",
    kind: "invitation",
    merchantId: "m-1",
    subject: EMAIL,
    userId: null,
    position: null,
    attempts: 1,
    dueAt: 0,
    createdAt: 0,
    ...change,
  };
}

const REGISTRATION = { kind: "registration" } as const;
const REMOVAL = { kind: "user_removal", id: USER.id, subject: USER.id, attempts: 0 } as const;
const OTHER_INVITATION = task({ id: "task-2", attempts: 0 });

const CASES: [string, boolean, Partial<UserTraces>][] = [
  ["without a task", false, { tasks: [] }],
  ["that is being removed", true, { tasks: [task(REMOVAL)] }],
  ["while another user is being removed", false, { tasks: [task({ ...REMOVAL, subject: "user-2" })] }],
  ["that is to be disabled", false, { tasks: [task({ kind: "user_access", subject: USER.id })] }],
  ["of a registration that is under way", false, { tasks: [task({ ...REGISTRATION, attempts: 0 })] }],
  ["of a registration that is being undone", true, { tasks: [task(REGISTRATION)] }],
  ["of another one's registration", true, { tasks: [task({ ...REGISTRATION, userId: "user-2" })] }],
  ["that a registration took over", false, { tasks: [task({ ...REGISTRATION, userId: USER.id })] }],
  ["of another merchant's registration", false, { tasks: [task({ ...REGISTRATION, merchantId: "m-2" })] }],
  ["of an invitation that is under way", false, { tasks: [task({ attempts: 0 })] }],
  ["of an invitation that is being undone", true, { tasks: [task({})] }],
  ["of another merchant's invitation", false, { tasks: [task({ merchantId: "m-2" })] }],
  ["with a role at the merchant", false, { tasks: [task({})], roleMerchantIds: ["m-1"] }],
  ["with a role elsewhere", true, { tasks: [task({})], roleMerchantIds: ["m-2"] }],
  ["with the merchant's own email", false, { tasks: [task({})], ownMerchantIds: ["m-1"] }],
  ["that another invitation has made", false, { tasks: [task({}), OTHER_INVITATION] }],
  [
    "that the undone invitation has made, whoever needs it",
    true,
    { tasks: [task({ userId: USER.id }), OTHER_INVITATION], roleMerchantIds: ["m-1"] },
  ],
  [
    "of an invitation that is undone, and of another merchant's",
    true,
    { tasks: [task({}), { ...OTHER_INVITATION, merchantId: "m-2" }] },
  ],
];

it.each(CASES)("a user %s is left over: %s", (_, expected, traces) => {
  const all = { email: EMAIL, tasks: [], roleMerchantIds: [], ownMerchantIds: [], ...traces };
  expect(isAbandoned(USER, all)).toBe(expected);
});

it("an invitation is not in its own way", () => {
  const tasks = [task({}), OTHER_INVITATION];
  const traces = { email: EMAIL, tasks, roleMerchantIds: [], ownMerchantIds: [] };
  expect(isAbandoned(USER, traces, OTHER_INVITATION.id)).toBe(true);
  expect(isAbandoned(USER, traces, "task-3")).toBe(false);
});

it("an account is unproven while its email is not verified and it is no merchant's", () => {
  expect(isUnproven({ ...USER, merchantIds: [], isEmailVerified: false })).toBe(true);
  expect(isUnproven({ ...USER, merchantIds: [] })).toBe(false);
  expect(isUnproven({ ...USER, isEmailVerified: false })).toBe(false);
});

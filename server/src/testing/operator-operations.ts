import { NEW_PERSON, ofInstance, opened, type Operation } from "./operation.ts";

const SUBSCRIPTION = ', billing_interval: "monthly", amount: 10';

/** The root fields for operators of the platform. */
export const OPERATOR_OPERATIONS: Record<string, Operation> = {
  createInstanceUser: ofInstance(
    "instance.manage",
    "instance",
    `, ${NEW_PERSON}, email: "new.owner@x.test"`,
    "instance_id",
  ),
  createLmsInstance: opened("instance.manage", () => 'name: "New"'),
  createSubscription: ofInstance("instance.manage", "instance", SUBSCRIPTION, "instance_id"),
  deleteLmsInstance: ofInstance("instance.manage", "instance"),
  deleteSubscription: ofInstance("instance.manage", "subscription"),
  editInstanceUser: opened(
    "instance.manage",
    (at) => `user_id: ${at.user}, instance_id: ${at.instance}, primary_access: true, is_active: true, is_owner: true`,
  ),
  endPlatformAccess: ofInstance("instance.manage", "operator"),
  lmsInstance: ofInstance("instance.manage", "instance"),
  lmsInstances: opened("instance.manage"),
  lmsInstancesPage: opened("instance.manage"),
  platformPeoplePage: opened("instance.manage"),
  sendSystemTestMail: opened("instance.manage"),
  setLogLevel: opened("instance.manage", () => 'level: "silent", minutes: 5'),
  subscription: ofInstance("instance.manage", "subscription"),
  systemReport: opened("instance.manage"),
  updateLmsInstance: ofInstance("instance.manage", "instance", ', name: "New"'),
  updateSubscription: ofInstance("instance.manage", "subscription", `${SUBSCRIPTION}, status: "active"`),
};

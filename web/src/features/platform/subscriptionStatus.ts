import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";

const labels: Record<string, ReturnType<typeof msg>> = {
  active: msg`Active`,
  trialing: msg`Trialing`,
  paused: msg`Paused`,
  cancelled: msg`Cancelled`,
};
const intervals: Record<string, ReturnType<typeof msg>> = { monthly: msg`Monthly`, yearly: msg`Yearly` };

export const statusLabel = (status: string) => (labels[status] ? i18n._(labels[status]) : status);
export const intervalLabel = (interval: string) => (intervals[interval] ? i18n._(intervals[interval]) : interval);

export const statusTone = (status: string) =>
  status === "active" || status === "trialing" ? "ok" : status === "paused" ? "warn" : "rest";

export const statuses = Object.keys(labels);
export const billingIntervals = Object.keys(intervals);

/** Pounds with two decimals. */
export const pounds = (amount: number) => i18n.number(amount, { style: "currency", currency: "GBP" });

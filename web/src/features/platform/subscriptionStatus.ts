import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { formatNumber } from "../../ui/format.ts";

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

/** Formats pounds with two decimals. */
export const pounds = (amount: number) => formatNumber(amount, { style: "currency", currency: "GBP" });

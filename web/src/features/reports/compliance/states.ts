import { msg } from "@lingui/core/macro";
import type { MessageDescriptor } from "@lingui/core";
import { Check, CircleDashed, Clock, type LucideIcon, RotateCcw } from "lucide-react";
import { formatPercent } from "../../../ui/format.ts";

/** The states of training, with a shape, a word and a colour each. */
export const states: Record<string, { label: MessageDescriptor; Icon: LucideIcon; tone: string }> = {
  compliant: { label: msg`Compliant`, Icon: Check, tone: "text-ok-text" },
  due: { label: msg`To do`, Icon: CircleDashed, tone: "text-muted" },
  overdue: { label: msg`Overdue`, Icon: Clock, tone: "text-danger" },
  expired: { label: msg`Expired`, Icon: RotateCcw, tone: "text-warn" },
};

/** Formats which share is compliant, rounded down: 100 % only when everybody is. */
export const formatShare = ({ compliant, assigned }: { compliant: number; assigned: number }) =>
  formatPercent(assigned === 0 ? 0 : Math.floor((100 * compliant) / assigned));

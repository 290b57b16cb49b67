import { msg } from "@lingui/core/macro";
import { i18n } from "@lingui/core";
import type { Slice } from "../ui/charts/ChartTable.tsx";

type Counts = { completed: number; inProgress: number; notStarted: number };

/** Returns slices for the statuses of courses, in their fixed colours. */
export const statusSlices = ({ completed, inProgress, notStarted }: Counts): Slice[] => [
  { label: i18n._(msg`Completed`), value: completed, color: "var(--ok)" },
  { label: i18n._(msg`In Progress`), value: inProgress, color: "var(--warn)" },
  { label: i18n._(msg`Not Started`), value: notStarted, color: "var(--rest)" },
];

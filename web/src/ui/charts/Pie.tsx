import type { Slice } from "./ChartTable.tsx";
import { Donut } from "./Donut.tsx";

/** Shares of a whole, as a pie. Draws nothing when there is nothing to share. */
export const Pie = (props: {
  title: string;
  slices: Slice[];
  valueLabel: string;
  format?: (value: number) => string;
}) => <Donut {...props} cutout={0} />;

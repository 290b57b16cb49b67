import type { Slice } from "./ChartTable.tsx";
import { Donut } from "./Donut.tsx";

/** Shows shares of a whole as a pie; nothing without shares. */
export const Pie = (props: {
  title: string;
  slices: Slice[];
  valueLabel: string;
  format?: (value: number) => string;
}) => <Donut {...props} cutout={0} />;

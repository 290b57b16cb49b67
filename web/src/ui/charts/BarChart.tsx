import { scaleLinear } from "@visx/scale";
import { ChartTable } from "./ChartTable.tsx";
import { Tip, useMarks } from "./marks.tsx";

type Props = {
  title: string;
  bars: { label: string; value: number }[];
  /** The heading of the figures in the hidden table. */
  valueLabel: string;
  /** The value of a full bar; the largest one by default (100 for percentages). */
  max?: number;
  format?: (value: number) => string;
};

/** Shows named amounts as horizontal bars; nothing without data. */
export function BarChart({ title, bars, valueLabel, max, format = String }: Props) {
  const formatBar = (bar: (typeof bars)[number]) => `${bar.label}: ${format(bar.value)}`;
  const marks = useMarks(title, bars.map(formatBar));
  if (bars.length === 0) return null;
  const width = scaleLinear<number>({
    domain: [0, max ?? Math.max(1, ...bars.map((bar) => bar.value))],
    range: [0, 100],
    clamp: true,
  });
  return (
    <figure>
      <div {...marks.props} className="rounded-ctl">
        <ul aria-hidden className="grid gap-3.5 text-sm">
          {bars.map((bar, i) => (
            <li
              key={i}
              onPointerMove={() => marks.show(i)}
              className="relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3.5 gap-y-1 sm:grid-cols-[170px_minmax(0,1fr)_52px]"
            >
              <span className="wrap-anywhere">{bar.label}</span>
              <span className="font-semibold tabular-nums sm:order-last sm:text-right">{format(bar.value)}</span>
              <svg className="h-2.5 w-full overflow-hidden rounded-full max-sm:col-span-2">
                <rect width="100%" height="100%" fill="var(--sunken)" />
                <rect width={`${width(bar.value)}%`} height="100%" rx="5" fill="var(--brand)" />
              </svg>
              {i === marks.at && <Tip left={0} top={-4} lines={[formatBar(bar)]} />}
            </li>
          ))}
        </ul>
      </div>
      <ChartTable
        title={title}
        series={[valueLabel]}
        rows={bars.map((bar) => ({ label: bar.label, values: [format(bar.value)] }))}
      />
    </figure>
  );
}

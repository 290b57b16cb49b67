import { scaleLinear, scalePoint } from "@visx/scale";
import { LinePath } from "@visx/shape";
import { useCallback, useState } from "react";
import { ChartTable } from "./ChartTable.tsx";
import { Legend } from "./Legend.tsx";
import { Tip, useMarks } from "./marks.tsx";
import { LineSample, Mark } from "./patterns.tsx";

type Series = { label: string; color: string; /** One value for each label. */ values: number[]; dashed?: boolean };
type Props = {
  title: string;
  labels: string[];
  series: Series[];
  format?: (value: number) => string;
};

const height = 240;
const smallest = 240;
const margin = { top: 12, right: 24, bottom: 28, left: 44 };

/** Shows amounts over time, only when every line has a value for every label. */
export function LineChart({ title, labels, series, format = String }: Props) {
  const [box, width] = useWidth();
  const linesAt = (i: number) => [
    labels[i] ?? "",
    ...series.map((line) => `${line.label}: ${format(line.values[i] ?? 0)}`),
  ];
  const marks = useMarks(
    title,
    labels.map((_, i) => linesAt(i).join(", ")),
  );
  if (labels.length === 0 || series.length === 0) return null;
  if (series.some((line) => line.values.length !== labels.length)) return null;

  const x = scalePoint<number>({ domain: labels.map((_, i) => i), range: [margin.left, width - margin.right] });
  const y = scaleLinear<number>({
    domain: [0, Math.max(1, ...series.flatMap((line) => line.values))],
    range: [height - margin.bottom, margin.top],
    nice: 4,
  });
  // A label is about 70 units wide; more of them would overlap.
  const step = Math.ceil(labels.length / ((width - margin.left) / 70));

  const highest = (i: number) => Math.min(...series.map((line) => y(line.values[i] ?? 0)));

  return (
    <figure ref={box}>
      <Legend
        row
        entries={series.map(({ label, color, dashed }) => ({
          label,
          mark: <LineSample color={color} dashed={dashed} />,
        }))}
      />
      <div {...marks.props} className="relative mt-3 rounded-ctl">
        <svg
          viewBox={`0 0 ${width} ${height}`}
          height={height}
          className="w-full"
          aria-hidden
          onPointerMove={({ clientX, currentTarget }) =>
            marks.show(nearest(clientX - currentTarget.getBoundingClientRect().left))
          }
        >
          {marks.at !== null && (
            <line x1={x(marks.at)} x2={x(marks.at)} y1={margin.top} y2={height - margin.bottom} stroke="var(--muted)" />
          )}
          {y.ticks(4).map((tick) => (
            <g key={tick}>
              <line x1={margin.left} x2={width - margin.right} y1={y(tick)} y2={y(tick)} stroke="var(--line)" />
              <text
                x={margin.left - 8}
                y={y(tick) + 4}
                textAnchor="end"
                className="fill-muted text-[11px] tabular-nums"
              >
                {format(tick)}
              </text>
            </g>
          ))}
          {labels.map((label, i) =>
            i % step === 0 ? (
              <text key={i} x={x(i)} y={height - 8} textAnchor="middle" className="fill-muted text-[11px]">
                {label}
              </text>
            ) : null,
          )}
          {series.map((line) => (
            <g key={line.label}>
              <LinePath
                data={line.values}
                x={(_, i) => x(i) ?? 0}
                y={(value) => y(value)}
                stroke={line.color}
                strokeWidth={2}
                strokeDasharray={line.dashed ? "5 4" : undefined}
                strokeLinejoin="round"
              />
              {line.values.map((value, i) => (
                <Mark key={i} x={x(i) ?? 0} y={y(value)} color={line.color} square={line.dashed ?? false} />
              ))}
            </g>
          ))}
        </svg>
        {marks.at !== null && (
          <Tip
            left={(100 * (x(marks.at) ?? 0)) / width}
            top={(100 * (highest(marks.at) - 8)) / height}
            lines={linesAt(marks.at)}
          />
        )}
      </div>
      <ChartTable
        title={title}
        series={series.map((line) => line.label)}
        rows={labels.map((label, i) => ({ label, values: series.map((line) => format(line.values[i] ?? 0)) }))}
      />
    </figure>
  );

  /** Returns the mark that is nearest to a horizontal position. */
  function nearest(place: number): number {
    const between = (width - margin.left - margin.right) / Math.max(1, labels.length - 1);
    return Math.max(0, Math.min(labels.length - 1, Math.round((place - margin.left) / between)));
  }
}

/** Returns the width of the element, so that the letters keep their size in any chart. */
function useWidth() {
  const [width, setWidth] = useState(640);
  const ref = useCallback((element: HTMLElement) => {
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.max(smallest, entry.contentRect.width)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width] as const;
}

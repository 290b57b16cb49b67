import { classes } from "./classes.ts";

type Props = {
  /** 0 to 100; other values are clamped, and NaN is 0. */ value: number;
  label: string;
  thin?: boolean;
};

/** Shows progress; green at 100. Show the number beside it as text. */
export function ProgressBar({ value, label, thin = false }: Props) {
  const percent = Number.isFinite(value) ? Math.min(100, Math.max(0, Math.round(value))) : 0;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className={classes("w-full overflow-hidden rounded-full bg-sunken", thin ? "h-1.5" : "h-2")}
    >
      <div
        style={{ width: `${percent}%` }}
        className={classes(
          "h-full rounded-full transition-[width] duration-500",
          percent === 100 ? "bg-ok" : "bg-brand",
        )}
      />
    </div>
  );
}

import { Suspense, type ComponentType } from "react";
import { lazyPart } from "../lazyPart.tsx";
import { Skeleton } from "../Skeleton.tsx";

/** Renders the charts, loaded when the first one is shown, so that the figures beside them do not wait for the drawing code. */
export const LazyDonut = fetched(() => import("./Donut.tsx").then((file) => file.Donut), "size-44 rounded-full");
export const LazyPie = fetched(() => import("./Pie.tsx").then((file) => file.Pie), "size-44 rounded-full");
export const LazyBarChart = fetched(() => import("./BarChart.tsx").then((file) => file.BarChart), "h-44 w-full");
export const LazyLineChart = fetched(
  () => import("./LineChart.tsx").then((file) => file.LineChart),
  "h-[272px] w-full",
);

function fetched<Props extends object>(load: () => Promise<ComponentType<Props>>, room: string) {
  const Chart = lazyPart(async () => ({ default: await load() }));
  return function LazyChart(props: Props) {
    return (
      <Suspense fallback={<Skeleton className={room} />}>
        <Chart {...props} />
      </Suspense>
    );
  };
}

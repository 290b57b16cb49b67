import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { execute } from "../../../app/graphql.ts";
import { Loaded } from "../../../app/Loaded.tsx";
import { Card } from "../../../ui/Card.tsx";
import { LazyLineChart } from "../../../ui/charts/lazyCharts.tsx";
import { formatBytes, formatChartDay, formatNumber } from "../../../ui/format.ts";
import { SettingsFrame } from "../SettingsFrame.tsx";
import { UsageCard } from "./UsageCard.tsx";
import { InstanceUsage } from "./usage.documents.ts";

const GB = 1024 ** 3;
/** More points than that are no more than a line. */
const MOST_POINTS = 60;

/** Takes days at equal distances, the last one always. */
function thinOut<Day>(days: Day[]): Day[] {
  const step = Math.ceil(days.length / MOST_POINTS);
  return days.filter((_, at) => (days.length - 1 - at) % step === 0);
}

/** Renders `/settings/usage`: people, licences and storage now and over time, with their limits. */
export function UsageScreen() {
  const { t } = useLingui();
  const usage = useQuery({
    queryKey: ["instanceUsage"],
    queryFn: async () => (await execute(InstanceUsage)).instanceUsage,
    staleTime: 0,
  });
  return (
    <SettingsFrame>
      <Loaded query={usage} shape="form" failure={t`The usage could not be loaded.`}>
        {({ people, storage, days: everyDay }) => {
          const days = thinOut(everyDay);
          const labels = days.map(({ day }) => formatChartDay(day));
          const hasLicences = days.length > 0 && days.every(({ licences }) => licences !== null);
          return (
            <div className="grid gap-6 lg:grid-cols-2">
              <UsageCard
                title={t`Active users`}
                usage={people}
                format={formatNumber}
                unlimited={t`There is no limit.`}
                near={t`The limit is near. Deactivate users who have left, or ask for more licences.`}
                reached={t`All licences are in use. No user can be added or activated until one is free.`}
              />
              <UsageCard
                title={t`Storage`}
                usage={storage}
                format={formatBytes}
                unlimited={t`There is no limit.`}
                near={t`The limit is near. Delete files that nobody needs, or ask for more storage.`}
                reached={t`The storage is full. Nothing can be uploaded until there is room.`}
              />
              <Card title={t`Active users over time`}>
                {days.length < 2 ? (
                  <p className="text-sm text-muted">{t`The figures of each day are collected from now on.`}</p>
                ) : (
                  <LazyLineChart
                    title={t`Active users over time`}
                    labels={labels}
                    series={[
                      { label: t`Active users`, color: "var(--brand)", values: days.map((day) => day.people) },
                      ...(hasLicences
                        ? [
                            {
                              label: t`Licences`,
                              color: "var(--accent)",
                              values: days.map(({ licences }) => licences ?? 0),
                              dashed: true,
                            },
                          ]
                        : []),
                    ]}
                  />
                )}
              </Card>
              <Card title={t`Storage over time`}>
                {days.length < 2 ? (
                  <p className="text-sm text-muted">{t`The figures of each day are collected from now on.`}</p>
                ) : (
                  <LazyLineChart
                    title={t`Storage over time`}
                    labels={labels}
                    series={[
                      { label: t`Storage in GB`, color: "var(--brand)", values: days.map(({ bytes }) => bytes / GB) },
                    ]}
                    format={(gigabytes) => formatNumber(gigabytes, { maximumFractionDigits: 2 })}
                  />
                )}
              </Card>
            </div>
          );
        }}
      </Loaded>
    </SettingsFrame>
  );
}

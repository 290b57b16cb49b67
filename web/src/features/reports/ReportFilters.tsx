import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ListFilter } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { Button } from "../../ui/Button.tsx";
import { classes } from "../../ui/classes.ts";
import { DayField } from "../../ui/DayField.tsx";
import { MultiSelect } from "../../ui/MultiSelect.tsx";
import { Select } from "../../ui/Select.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { useNarrow } from "../../ui/useNarrow.ts";
import { ReportChoices } from "./reports.documents.ts";
import { useReportFilters } from "./reportSearch.ts";

type By = "branches" | "groups" | "categories";
type Props = {
  by?: readonly By[];
  /** Whether it offers a filter by days; true by default. */
  hasDays?: boolean;
  /** The labels of the days. */
  from?: string;
  to?: string;
  /** More filters, with how many of them are set and what clears them. */
  more?: { count: number; clear: object; fields: ReactNode };
};

/**
 * Offers the filters of a report: branches, groups, category and days. A filter without choices is not shown. On a phone the filters
 * are behind a button with the number that is set.
 */
export function ReportFilters(props: Props) {
  const { t } = useLingui();
  const narrow = useNarrow();
  const id = useId();
  const [open, setOpen] = useState(false);
  const count = useReportFilters().count + (props.more?.count ?? 0);
  if (!narrow) return <Fields {...props} />;
  return (
    <div className="mb-5 print:hidden">
      <Button kind="quiet" aria-expanded={open} aria-controls={id} className="w-full" onClick={() => setOpen(!open)}>
        <ListFilter size={17} aria-hidden />
        {count > 0 ? t`Filters (${count})` : t`Filters`}
      </Button>
      <div id={id} hidden={!open} className="pt-4">
        {open && <Fields {...props} />}
      </div>
    </div>
  );
}

const wide = "min-[420px]:max-md:col-span-2";

function Fields({ by = ["branches", "groups", "categories"], hasDays = true, from, to, more }: Props) {
  const { t } = useLingui();
  const { chosen, change, clear, count } = useReportFilters();
  const { data, error, refetch } = useQuery({
    queryKey: ["reportChoices"],
    queryFn: () => execute(ReportChoices),
    enabled: by.length > 0,
  });
  if (by.length > 0 && !data && error)
    return (
      <p role="alert" className="mb-5 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        {t`The filters could not be loaded.`} {getMessage(error)}
        <Button kind="quiet" size="small" onClick={() => void refetch()}>
          {t`Try again`}
        </Button>
      </p>
    );
  if (by.length > 0 && !data) return <Skeleton className="mb-5 h-[72px]" />;

  const branches = by.includes("branches") ? (data?.reportChoices.branches ?? []) : [];
  const groups = by.includes("groups") ? (data?.reportChoices.groups ?? []) : [];
  const categories = by.includes("categories") ? (data?.reportChoices.categories ?? []) : [];
  return (
    <div
      className={classes(
        "mb-5 grid items-end gap-3 min-[420px]:grid-cols-2 md:grid-cols-3 print:hidden",
        // More than six fields would leave one alone in a second row.
        more ? "xl:grid-cols-4" : "xl:grid-cols-[repeat(auto-fit,minmax(150px,1fr))]",
      )}
    >
      {branches.length > 0 && (
        <MultiSelect
          className={wide}
          label={t`Branches`}
          placeholder={t`All branches`}
          options={branches.map(({ id, name }) => ({ id, label: name }))}
          value={branches.filter(({ url }) => chosen.branches.includes(url ?? "")).map(({ id }) => id)}
          onChange={(ids) => {
            const urls = branches.filter(({ id }) => ids.includes(id)).map(({ url }) => url ?? "");
            change({ branches: urls.length > 0 ? urls : undefined });
          }}
        />
      )}
      {groups.length > 0 && (
        <MultiSelect
          className={wide}
          label={t`Groups`}
          placeholder={t`All groups`}
          options={groups.map(({ id, name }) => ({ id, label: name }))}
          value={chosen.groups}
          onChange={(ids) => change({ groups: ids.length > 0 ? ids : undefined })}
        />
      )}
      {categories.length > 0 && (
        <Select
          className={wide}
          label={t`Category`}
          value={String(chosen.category ?? "")}
          onChange={({ target }) => change({ category: target.value ? Number(target.value) : undefined })}
          options={[
            { value: "", label: t`All categories` },
            ...categories.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
      )}
      {more?.fields}
      {hasDays && (
        <>
          <DayField
            label={from ?? t`Assigned from`}
            value={chosen.from ?? ""}
            max={chosen.to ?? undefined}
            onChange={(day) => change({ from: day || undefined })}
          />
          <DayField
            label={to ?? t`Assigned to`}
            value={chosen.to ?? ""}
            min={chosen.from ?? undefined}
            onChange={(day) => change({ to: day || undefined })}
          />
        </>
      )}
      {count + (more?.count ?? 0) > 0 && (
        <Button kind="ghost" className={`h-11 ${wide}`} onClick={() => clear(more?.clear)}>
          {t`Clear filters`}
        </Button>
      )}
    </div>
  );
}

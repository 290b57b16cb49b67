import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { messageOf } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { MultiSelect } from "../../ui/MultiSelect.tsx";
import { Select } from "../../ui/Select.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { ReportChoices } from "./reports.documents.ts";
import { useNarrowing } from "./reportSearch.ts";

/** Narrows a report by branch, group, category and the days of assignment; what there is none of is not offered. */
export function ReportFilters({ withCategories = true }: { withCategories?: boolean }) {
  const { t } = useLingui();
  const { chosen, change, clear, isNarrowed } = useNarrowing();
  const { data, error, refetch } = useQuery({
    queryKey: ["reportChoices"],
    queryFn: () => execute(ReportChoices),
  });
  if (!data && error)
    return (
      <p role="alert" className="mb-5 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        {t`The filters could not be loaded.`} {messageOf(error)}
        <Button kind="quiet" size="small" onClick={() => void refetch()}>
          {t`Try again`}
        </Button>
      </p>
    );
  if (!data) return <Skeleton className="mb-5 h-[72px]" />;

  const branches = data.branches.filter((branch) => branch.url);
  const { groups, categories } = data.reportChoices;
  return (
    <div className="mb-5 grid items-end gap-3 min-[420px]:grid-cols-2 md:grid-cols-3 xl:grid-cols-[repeat(auto-fit,minmax(150px,1fr))] print:hidden">
      {branches.length > 0 && (
        <MultiSelect
          className="min-[420px]:max-md:col-span-2"
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
          className="min-[420px]:max-md:col-span-2"
          label={t`Groups`}
          placeholder={t`All groups`}
          options={groups.map(({ id, name }) => ({ id, label: name }))}
          value={chosen.groups}
          onChange={(ids) => change({ groups: ids.length > 0 ? ids : undefined })}
        />
      )}
      {withCategories && categories.length > 0 && (
        <Select
          className="min-[420px]:max-md:col-span-2"
          label={t`Category`}
          value={String(chosen.category ?? "")}
          onChange={({ target }) => change({ category: target.value ? Number(target.value) : undefined })}
          options={[
            { value: "", label: t`All categories` },
            ...categories.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
      )}
      <Field
        label={t`Assigned from`}
        type="date"
        value={chosen.from ?? ""}
        max={chosen.to ?? undefined}
        onChange={({ target }) => change({ from: target.value || undefined })}
      />
      <Field
        label={t`Assigned to`}
        type="date"
        value={chosen.to ?? ""}
        min={chosen.from ?? undefined}
        onChange={({ target }) => change({ to: target.value || undefined })}
      />
      {isNarrowed && (
        <Button kind="ghost" className="h-11 min-[420px]:max-md:col-span-2" onClick={clear}>
          {t`Clear filters`}
        </Button>
      )}
    </div>
  );
}

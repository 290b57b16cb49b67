import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { messageOf } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { Button } from "../../ui/Button.tsx";
import { MultiSelect } from "../../ui/MultiSelect.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { ReportBranches } from "./reports.documents.ts";

/** Narrows a report to branches, by their urls; nothing where there are no branches. */
export function BranchFilter({ value, onChange }: { value: string[]; onChange: (urls: string[]) => void }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery({
    queryKey: ["branches"],
    queryFn: async () => (await execute(ReportBranches)).branches,
  });
  if (!data && error)
    return (
      <p role="alert" className="mb-5 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        {t`The branches could not be loaded.`} {messageOf(error)}
        <Button kind="quiet" size="small" onClick={() => void refetch()}>
          {t`Try again`}
        </Button>
      </p>
    );

  if (!data) return <Skeleton className="mb-5 h-[72px] max-w-md" />;

  const branches = data.filter((branch) => branch.url);
  if (branches.length === 0) return null;
  return (
    <MultiSelect
      className="mb-5 max-w-md"
      label={t`Branches`}
      placeholder={t`All branches`}
      options={branches.map(({ id, name }) => ({ id, label: name }))}
      value={branches.filter(({ url }) => value.includes(url ?? "")).map(({ id }) => id)}
      onChange={(ids) => onChange(branches.filter(({ id }) => ids.includes(id)).map(({ url }) => url ?? ""))}
    />
  );
}

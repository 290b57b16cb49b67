import { useLingui } from "@lingui/react/macro";
import { execute } from "../../app/graphql.ts";
import type { Doomed } from "./DeletePartDialog.tsx";
import { PartTable } from "./PartTable.tsx";
import { InstanceBranches } from "./platform.documents.ts";
import { SiteActions } from "./SiteActions.tsx";
import { siteAddress } from "./siteAddress.ts";

type Props = { instance: { id: number; domain: string }; onDelete: (doomed: Doomed) => void };

/** Renders the branches of an instance. */
export function BranchesTab({ instance: { id, domain }, onDelete }: Props) {
  const { t } = useLingui();
  return (
    <PartTable
      label={t`Branches`}
      queryKey={["instanceBranches", id]}
      fetchPage={async (part) => (await execute(InstanceBranches, { id, ...part })).lmsInstance.branchesPage}
      columns={[{ key: "name", header: t`Name`, sortable: true, cell: (branch) => branch.name }]}
      actions={(branch) => (
        <SiteActions
          name={branch.name}
          view={siteAddress(domain, `/branches/${branch.id}`)}
          edit={siteAddress(domain, `/branches/${branch.id}/edit`)}
          onDelete={() => onDelete({ type: "branch", id: branch.id, name: branch.name })}
        />
      )}
      searchLabel={t`Search branches`}
      empty={t`No branches found.`}
      error={t`The branches could not be loaded.`}
      export={{ kind: "instance-branches", instance_id: id }}
    />
  );
}

import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useIdInPath } from "../../app/useIdInPath.ts";
import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { boot } from "../../app/boot.ts";
import { execute } from "../../app/graphql.ts";
import { Loaded } from "../../app/Loaded.tsx";
import { MemberTabs } from "../../app/membership/MemberTabs.tsx";
import { useViewer } from "../../app/session.ts";
import { useTitle } from "../../app/title.ts";
import type { BranchFieldsQuery } from "../../gen/graphql.ts";
import { BackLink } from "../../ui/BackLink.tsx";
import { Button } from "../../ui/Button.tsx";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { BranchFields } from "./branches.documents.ts";
import { CoursesTab } from "./CoursesTab.tsx";
import { DeleteBranchDialog } from "./DeleteBranchDialog.tsx";
import { UsersTab } from "./UsersTab.tsx";

/** Renders `/branches/{id}`: a branch with its users and courses. */
export function ViewBranchScreen() {
  const { t } = useLingui();
  const branchId = Number(useIdInPath());
  const branch = useQuery({
    queryKey: ["branch", branchId],
    queryFn: async () => (await execute(BranchFields, { id: branchId })).branch,
    staleTime: 0,
  });
  useTitle(branch.data?.name);
  return (
    <>
      <BackLink to="/branches">{t`Back to branches`}</BackLink>
      <Loaded query={branch} shape="tabs" failure={t`Unable to fetch branch details.`}>
        {(loaded) => <BranchView branch={loaded} />}
      </Loaded>
    </>
  );
}

function BranchView({ branch }: { branch: NonNullable<BranchFieldsQuery["branch"]> }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [doomed, setDoomed] = useState<typeof branch | null>(null);
  const mayDelete = useViewer().can("branch.create");
  const { instance, baseDomain, isOnlyInstance } = boot();
  const host = `${branch.url}.${instance?.domain}.${baseDomain}`;
  return (
    <>
      {branch.logo_url && (
        <img src={branch.logo_url} alt={t`Logo`} className="mb-4 max-h-14 max-w-56 object-contain object-left" />
      )}
      <PageHeader
        title={branch.name}
        text={
          <p className="flex flex-wrap items-center gap-2 text-sm">
            {!isOnlyInstance && (
              <a
                href={`${location.protocol}//${host}${location.port && `:${location.port}`}`}
                className="break-all text-brand-text underline-offset-4 hover:underline"
              >
                {host}
              </a>
            )}
            {branch.is_default && <Tag>{t`Default`}</Tag>}
          </p>
        }
      >
        <ButtonLink kind="quiet" to="/branches/$id/edit" params={{ id: branch.id }}>
          <Pencil size={16} aria-hidden />
          {t`Edit Branch`}
        </ButtonLink>
        {mayDelete && (
          <Button kind="danger" onClick={() => setDoomed(branch)}>
            <Trash2 size={16} aria-hidden />
            {t`Delete Branch`}
          </Button>
        )}
      </PageHeader>
      <MemberTabs
        label={branch.name}
        users={<UsersTab branchId={branch.id} />}
        courses={<CoursesTab branchId={branch.id} />}
      />
      <DeleteBranchDialog
        branch={doomed}
        onClose={() => setDoomed(null)}
        onDeleted={() => navigate({ to: "/branches" })}
      />
    </>
  );
}

import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useIdInPath, useSearch } from "../../router/index.ts";
import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { boot } from "../../app/boot.ts";
import { messageOf } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { useViewer } from "../../app/session.ts";
import { useTitle } from "../../app/title.ts";
import type { BranchFieldsQuery } from "../../gen/graphql.ts";
import { BackLink } from "../../ui/BackLink.tsx";
import { Button } from "../../ui/Button.tsx";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { BranchFields } from "./branches.documents.ts";
import { CoursesTab } from "./CoursesTab.tsx";
import { DeleteBranchDialog } from "./DeleteBranchDialog.tsx";
import { UsersTab } from "./UsersTab.tsx";

/** `/branches/{id}`: a branch with its people and courses. */
export function ViewBranchScreen() {
  const { t } = useLingui();
  const id = useIdInPath();
  const branchId = Number(id);
  const { data, error, refetch } = useQuery({
    queryKey: ["branch", branchId],
    queryFn: async () => (await execute(BranchFields, { id: branchId })).branch,
    staleTime: 0,
  });
  useTitle(data?.name);
  return (
    <>
      <BackLink to="/branches">{t`Back to branches`}</BackLink>
      {data ? (
        <Loaded branch={data} />
      ) : error ? (
        <ErrorState
          title={t`Unable to fetch branch details.`}
          detail={messageOf(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <div role="status" aria-label={t`Loading`}>
          <Skeleton className="mb-6 h-10 w-72 max-w-full" />
          <Skeleton className="mb-6 h-10 w-full" />
          <Skeleton className="h-64 w-full" />
        </div>
      )}
    </>
  );
}

function Loaded({ branch }: { branch: NonNullable<BranchFieldsQuery["branch"]> }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { tab = "users" }: { tab?: "users" | "courses" } = useSearch();
  const [doomed, setDoomed] = useState<typeof branch | null>(null);
  const mayDelete = useViewer().can("branch.create");
  const { instance, baseDomain } = boot();
  const host = `${branch.url}.${instance?.domain}.${baseDomain}`;
  return (
    <>
      {branch.logo_url && (
        <img src={branch.logo_url} alt={t`Logo`} className="mb-4 max-h-14 max-w-56 object-contain object-left" />
      )}
      <PageHeader title={branch.name}>
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
      <p className="-mt-4 mb-6 flex flex-wrap items-center gap-2 text-sm text-muted">
        <a
          href={`${location.protocol}//${host}${location.port && `:${location.port}`}`}
          className="break-all text-brand-text underline-offset-4 hover:underline"
        >
          {host}
        </a>
        {branch.is_default && <Tag>{t`Default`}</Tag>}
      </p>
      <Tabs
        label={branch.name}
        value={tab}
        onChange={(next) =>
          void navigate({ to: ".", search: next === "courses" ? { tab: next } : {}, resetScroll: false })
        }
        tabs={[
          { id: "users", label: t`Users`, content: <UsersTab branchId={branch.id} /> },
          { id: "courses", label: t`Courses`, content: <CoursesTab branchId={branch.id} /> },
        ]}
      />
      <DeleteBranchDialog
        branch={doomed}
        onClose={() => setDoomed(null)}
        onDeleted={() => navigate({ to: "/branches" })}
      />
    </>
  );
}

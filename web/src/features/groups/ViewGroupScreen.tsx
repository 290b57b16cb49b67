import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useIdInPath, useSearch } from "../../router/index.ts";
import { Pencil } from "lucide-react";
import { messageOf } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { useTitle } from "../../app/title.ts";
import { BackLink } from "../../ui/BackLink.tsx";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { CoursesTab } from "./CoursesTab.tsx";
import { GroupFields } from "./groups.documents.ts";
import { UsersTab } from "./UsersTab.tsx";

/** `/groups/{id}`: a group with its people and courses. */
export function ViewGroupScreen() {
  const { t } = useLingui();
  const id = useIdInPath();
  const groupId = Number(id);
  const navigate = useNavigate();
  const { tab = "users" }: { tab?: "users" | "courses" } = useSearch();
  const { data, error, refetch } = useQuery({
    queryKey: ["group", groupId],
    queryFn: async () => (await execute(GroupFields, { id: groupId })).group,
    staleTime: 0,
  });
  useTitle(data?.name);

  return (
    <>
      <BackLink to="/groups">{t`Back to groups`}</BackLink>
      {data ? (
        <>
          <PageHeader title={data.name}>
            <ButtonLink to="/groups/$id/edit" params={{ id: groupId }}>
              <Pencil size={16} aria-hidden />
              {t`Edit Group`}
            </ButtonLink>
          </PageHeader>
          {data.description && <p className="-mt-4 mb-6 max-w-prose text-muted">{data.description}</p>}
          <Tabs
            label={data.name}
            value={tab}
            onChange={(next) =>
              void navigate({ to: ".", search: next === "courses" ? { tab: next } : {}, resetScroll: false })
            }
            tabs={[
              { id: "users", label: t`Users`, content: <UsersTab groupId={groupId} /> },
              { id: "courses", label: t`Courses`, content: <CoursesTab groupId={groupId} /> },
            ]}
          />
        </>
      ) : error ? (
        <ErrorState
          title={t`Failed to load group data. Please try again.`}
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

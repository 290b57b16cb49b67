import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "../../router/index.ts";
import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { messageOf } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { useTitle } from "../../app/title.ts";
import type { InstanceHeadQuery } from "../../gen/graphql.ts";
import { BackLink } from "../../ui/BackLink.tsx";
import { Button } from "../../ui/Button.tsx";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Stats } from "../../ui/Stats.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { BranchesTab } from "./BranchesTab.tsx";
import { CoursesTab } from "./CoursesTab.tsx";
import { DeleteInstanceDialog } from "./DeleteInstanceDialog.tsx";
import { DeletePartDialog, type Doomed } from "./DeletePartDialog.tsx";
import { InstanceHead } from "./platform.documents.ts";
import { siteAddress } from "./siteAddress.ts";
import { statusLabel } from "./subscriptionStatus.ts";
import { SubscriptionsTab } from "./SubscriptionsTab.tsx";
import { UsersTab } from "./UsersTab.tsx";

/** `/admin/instance/{id}`: one customer with their people, courses, branches and subscriptions. */
export function InstanceScreen() {
  const { t } = useLingui();
  const { id } = useParams("/admin/instance/$id");
  const { data, error, refetch } = useQuery({
    queryKey: ["instanceHead", id],
    queryFn: async () => (await execute(InstanceHead, { id })).lmsInstance,
    staleTime: 0,
  });
  useTitle(data?.name);
  return (
    <>
      <BackLink to="/admin/instances">{t`Back to instances`}</BackLink>
      {data ? (
        <Loaded instance={data} />
      ) : error ? (
        <ErrorState
          title={t`The instance could not be loaded.`}
          detail={messageOf(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <div role="status" aria-label={t`Loading`} className="grid place-items-center py-24">
          <span aria-hidden className="size-8 animate-spin rounded-full border-3 border-brand border-r-transparent" />
        </div>
      )}
    </>
  );
}

function Loaded({ instance }: { instance: InstanceHeadQuery["lmsInstance"] }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { tab = "users" }: { tab?: string } = useSearch();
  const [doomed, setDoomed] = useState<Doomed | null>(null);
  const [isDeleting, setDeleting] = useState(false);
  const { id, domain, license_count, licenses_used, branch_limit, branches_used, subscription } = instance;

  return (
    <>
      <PageHeader
        title={
          <>
            {instance.name}
            {!instance.is_active && <Tag>{t`Inactive`}</Tag>}
            <a
              href={siteAddress(domain)}
              className="block font-sans text-sm font-normal text-muted underline-offset-4 hover:underline"
            >
              {new URL(siteAddress(domain)).host}
            </a>
          </>
        }
      >
        <ButtonLink kind="quiet" to="/admin/instance/$id/edit" params={{ id }}>
          <Pencil size={16} aria-hidden />
          {t`Edit Instance`}
        </ButtonLink>
        <Button kind="danger" onClick={() => setDeleting(true)}>
          <Trash2 size={16} aria-hidden />
          {t`Delete Instance`}
        </Button>
      </PageHeader>
      <Stats
        className="mb-8"
        entries={[
          { label: t`Licenses Used`, value: `${licenses_used} / ${license_count ?? t`N/A`}` },
          { label: t`Branches Used`, value: `${branches_used} / ${branch_limit ?? t`Unlimited`}` },
          { label: t`Subscription Status`, value: subscription ? statusLabel(subscription.status) : t`None` },
        ]}
      />
      <Tabs
        label={t`Instance`}
        value={tab}
        onChange={(next) =>
          void navigate({
            to: ".",
            search: () => (next === "users" ? {} : { tab: next as "courses" }),
            resetScroll: false,
          })
        }
        tabs={[
          { id: "users", label: t`Users`, content: <UsersTab instanceId={id} onDelete={setDoomed} /> },
          { id: "courses", label: t`Courses`, content: <CoursesTab instance={instance} onDelete={setDoomed} /> },
          { id: "branches", label: t`Branches`, content: <BranchesTab instance={instance} onDelete={setDoomed} /> },
          {
            id: "subscriptions",
            label: t`Subscriptions`,
            content: <SubscriptionsTab instanceId={id} onDelete={setDoomed} />,
          },
        ]}
      />
      <DeletePartDialog doomed={doomed} onClose={() => setDoomed(null)} />
      <DeleteInstanceDialog instance={instance} open={isDeleting} onClose={() => setDeleting(false)} />
    </>
  );
}

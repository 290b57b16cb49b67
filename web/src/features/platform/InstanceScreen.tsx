import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { Pencil, Settings, Trash2 } from "lucide-react";
import { useState } from "react";
import { Loaded } from "../../app/Loaded.tsx";
import { execute } from "../../app/graphql.ts";
import { useTitle } from "../../app/title.ts";
import type { InstanceHeadQuery } from "../../gen/graphql.ts";
import { BackLink } from "../../ui/BackLink.tsx";
import { Button } from "../../ui/Button.tsx";
import { buttonClass } from "../../ui/buttonClass.ts";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
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

/** Renders `/admin/instance/{id}`: one instance with its users, courses, branches and subscriptions. */
export function InstanceScreen() {
  const { t } = useLingui();
  const { id } = useParams({ from: "/signed-in/shell/back-office/admin/instance/$id" });
  const instance = useQuery({
    queryKey: ["instanceHead", id],
    queryFn: async () => (await execute(InstanceHead, { id })).lmsInstance,
    staleTime: 0,
  });
  useTitle(instance.data?.name);
  return (
    <>
      <BackLink to="/admin/instances">{t`Back to instances`}</BackLink>
      <Loaded
        query={instance}
        shape="tabs"
        missing={t`Instance not found`}
        failure={t`The instance could not be loaded.`}
      >
        {(loaded) => <InstanceView instance={loaded} />}
      </Loaded>
    </>
  );
}

function InstanceView({ instance }: { instance: InstanceHeadQuery["lmsInstance"] }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { tab = "users" } = useSearch({ from: "/signed-in/shell/back-office/admin/instance/$id" });
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
        {/* On the instance's own host, where operators sign in too. */}
        <a className={buttonClass({ kind: "quiet" })} href={siteAddress(domain, "/settings/general")}>
          <Settings size={16} aria-hidden />
          {t`Settings`}
        </a>
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

import { useLingui } from "@lingui/react/macro";
import { execute } from "../../app/graphql.ts";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { StatusDot } from "../../ui/StatusDot.tsx";
import type { Doomed } from "./DeletePartDialog.tsx";
import { PartTable } from "./PartTable.tsx";
import { InstanceSubscriptions } from "./platform.documents.ts";
import { intervalLabel, pounds, statusLabel, statusTone } from "./subscriptionStatus.ts";
import { formatTableDate } from "../../ui/format.ts";
import { DeleteButton, EditLink } from "../../app/RowActions.tsx";

type Props = { instanceId: number; onDelete: (doomed: Doomed) => void };

/** Renders the subscriptions of an instance. */
export function SubscriptionsTab({ instanceId, onDelete }: Props) {
  const { t } = useLingui();
  return (
    <PartTable
      label={t`Subscriptions`}
      queryKey={["instanceSubscriptions", instanceId]}
      fetchPage={async (part) =>
        (await execute(InstanceSubscriptions, { id: instanceId, ...part })).lmsInstance.subscriptionsPage
      }
      columns={[
        {
          key: "status",
          header: t`Status`,
          sortable: true,
          cell: ({ status }) => <StatusDot tone={statusTone(status)} label={statusLabel(status)} />,
        },
        {
          key: "billing_interval",
          header: t`Billing Interval`,
          sortable: true,
          cell: (row) => intervalLabel(row.billing_interval),
        },
        { key: "amount", header: t`Amount`, align: "right", sortable: true, cell: (row) => pounds(row.amount) },
        {
          key: "trial_ends_at",
          header: t`Trial Ends At`,
          sortable: true,
          cell: (row) => formatTableDate(row.trial_ends_at),
        },
        {
          key: "plan_ends_at",
          header: t`Plan Ends At`,
          sortable: true,
          cell: (row) => formatTableDate(row.plan_ends_at),
        },
      ]}
      actions={(row) => {
        const name = `${pounds(row.amount)} ${intervalLabel(row.billing_interval)}`;
        return (
          <>
            <EditLink
              name={name}
              to="/admin/instance/$id/subscriptions/$subscription/edit"
              params={{ id: instanceId, subscription: row.id }}
            />
            <DeleteButton name={name} onPress={() => onDelete({ type: "subscription", id: row.id, name })} />
          </>
        );
      }}
      searchLabel={t`Search subscriptions`}
      empty={t`No subscriptions found.`}
      error={t`The subscriptions could not be loaded.`}
      export={{ kind: "instance-subscriptions", instance_id: instanceId }}
      add={
        <ButtonLink to="/admin/instance/$id/subscriptions/create" params={{ id: instanceId }}>
          {t`+ Create Subscription`}
        </ButtonLink>
      }
    />
  );
}

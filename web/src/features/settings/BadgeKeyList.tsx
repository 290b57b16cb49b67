import { useLingui } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { Loaded } from "../../app/Loaded.tsx";
import type { BadgeKeysQuery } from "../../gen/graphql.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Confirm } from "../../ui/Confirm.tsx";
import { formatDateTime, formatNumber } from "../../ui/format.ts";
import { StatusDot } from "../../ui/StatusDot.tsx";
import { toast } from "../../ui/toast.ts";
import { BadgeKeys, RotateBadgeKey } from "./badgeKeys.documents.ts";

/** Shows the keys that sign badges, and replaces the one in use. */
export function BadgeKeyList() {
  const { t } = useLingui();
  const [asked, setAsked] = useState<"replace" | "withdraw" | null>(null);
  const keys = useQuery({
    queryKey: ["badgeKeys"],
    queryFn: async () => (await execute(BadgeKeys)).badgeKeys,
    staleTime: 0,
  });
  return (
    <Card title={t`Keys that sign badges`} className="mt-8 max-w-2xl">
      <p className="mb-4 max-w-prose text-sm text-muted">
        {t`Badges are signed with a key of this organisation, so that anyone can check them. Replace it from time to time: badges that are already signed stay valid.`}
      </p>
      <Loaded query={keys} shape="form" failure={t`The keys could not be loaded.`}>
        {(loaded) => <Keys keys={loaded} />}
      </Loaded>
      <div className="mt-5 flex flex-wrap gap-2">
        <Button kind="quiet" onClick={() => setAsked("replace")}>
          <KeyRound size={16} aria-hidden />
          {t`Replace the key`}
        </Button>
        <Button kind="quiet" onClick={() => setAsked("withdraw")}>
          {t`Withdraw all keys`}
        </Button>
      </div>
      {asked && <RotateDialog isWithdrawal={asked === "withdraw"} onClose={() => setAsked(null)} />}
    </Card>
  );
}

function Keys({ keys }: { keys: BadgeKeysQuery["badgeKeys"] }) {
  const { t } = useLingui();
  if (keys.length === 0)
    return <p className="text-sm">{t`The first badge that is opened or downloaded makes a key.`}</p>;
  return (
    <ul className="divide-y divide-line text-sm">
      {keys.map((key) => (
        <li key={key.id} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-3">
          <span>{t`Made ${formatDateTime(key.created_at)}`}</span>
          <span className="text-muted">{t`Badges signed: ${formatNumber(key.signed)}`}</span>
          {key.withdrawn_at ? (
            <StatusDot tone="danger" label={t`Withdrawn ${formatDateTime(key.withdrawn_at)}`} />
          ) : key.retired_at ? (
            <StatusDot tone="rest" label={t`Replaced ${formatDateTime(key.retired_at)}`} />
          ) : (
            <StatusDot tone="ok" label={t`In use`} />
          )}
        </li>
      ))}
    </ul>
  );
}

function RotateDialog({ isWithdrawal, onClose }: { isWithdrawal: boolean; onClose: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const rotating = useMutation({
    mutationFn: () => execute(RotateBadgeKey, { withdraw: isWithdrawal }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ["badgeKeys"] });
      toast({ kind: "success", text: t`Badges are signed with a new key.` });
      onClose();
    },
  });
  return (
    <Confirm
      open
      onClose={onClose}
      onConfirm={() => rotating.mutate()}
      title={isWithdrawal ? t`Withdraw all keys` : t`Replace the key`}
      confirm={isWithdrawal ? t`Withdraw` : t`Replace`}
      kind={isWithdrawal ? "danger" : "primary"}
      busy={rotating.isPending}
      error={rotating.error ? getMessage(rotating.error) : undefined}
    >
      {isWithdrawal
        ? t`Do this if another person may know a key. Copies of badges that people have downloaded no longer count: they download them again, signed with a new key.`
        : t`From now on, badges are signed with a new key. Badges that are already signed stay valid.`}
    </Confirm>
  );
}

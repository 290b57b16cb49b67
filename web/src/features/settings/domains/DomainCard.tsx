import { useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { getMessage } from "../../../app/errors.ts";
import { execute } from "../../../app/graphql.ts";
import { Button } from "../../../ui/Button.tsx";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { Confirm } from "../../../ui/Confirm.tsx";
import { formatDateTime } from "../../../ui/format.ts";
import { Tag } from "../../../ui/Tag.tsx";
import { toast } from "../../../ui/toast.ts";
import { DnsRecords } from "./DnsRecords.tsx";
import {
  AddCustomDomain,
  CheckCustomDomain,
  type CustomDomain,
  RemoveCustomDomain,
  UseCustomDomain,
} from "./domains.documents.ts";
import { useDomainAdvice } from "./useDomainAdvice.ts";

/** Renders a domain with its state, what to do next, and its buttons. */
export function DomainCard({ domain }: { domain: CustomDomain }) {
  const { t } = useLingui();
  const advice = useDomainAdvice(domain);
  const [isRemoving, setIsRemoving] = useState(false);
  const { id, host, state, branch_id, is_checking } = domain;
  const restore = useChange(() => execute(AddCustomDomain, { host, branch_id }));
  const checking = useChange(() => execute(CheckCustomDomain, { id }));
  const using = useChange((is_primary: boolean) => execute(UseCustomDomain, { id, is_primary }));
  const removing = useChange(
    () => execute(RemoveCustomDomain, { id }),
    () => {
      setIsRemoving(false);
      toast({
        kind: "success",
        text: t`${host} was removed.`,
        action: { label: t`Undo`, onPress: () => restore.mutate() },
      });
    },
  );
  const names: Record<string, { text: string; tone: "accent" | "brand" | "neutral" }> = {
    pending: { text: t`Waiting for proof`, tone: "accent" },
    verified: { text: t`Verified`, tone: "brand" },
    failed: { text: t`Not proved`, tone: "neutral" },
  };
  const name = names[state];
  return (
    <li className="rounded-card border border-line bg-surface p-5">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="font-semibold break-all">{host}</h2>
        {name && <Tag tone={name.tone}>{name.text}</Tag>}
        <span className="text-sm text-muted">{domain.branch_name ?? t`Main site`}</span>
      </div>
      <p role="status" className="mt-2 text-sm text-muted">
        {is_checking ? t`Checking the DNS…` : advice}
        {!is_checking && domain.checked_at && ` ${t`Last check: ${formatDateTime(domain.checked_at)}.`}`}
      </p>
      {(state !== "verified" || domain.problem) && <DnsRecords domain={domain} />}
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
        {state === "verified" ? (
          <Checkbox
            label={t`Links in mails use this domain`}
            aria-label={t`Links in mails use this domain: ${host}`}
            checked={domain.is_primary}
            disabled={using.isPending}
            onChange={({ target }) => using.mutate(target.checked)}
          />
        ) : (
          <span />
        )}
        <div className="flex flex-wrap gap-2">
          <Button
            kind="quiet"
            size="small"
            busy={checking.isPending || is_checking}
            aria-label={t`Check now: ${host}`}
            onClick={() => checking.mutate()}
          >
            {t`Check now`}
          </Button>
          <Button kind="ghost" size="small" aria-label={t`Remove ${host}`} onClick={() => setIsRemoving(true)}>
            {t`Remove`}
          </Button>
        </div>
      </div>
      <Confirm
        open={isRemoving}
        onClose={() => setIsRemoving(false)}
        onConfirm={() => removing.mutate()}
        title={t`Remove domain`}
        confirm={t`Remove`}
        kind="danger"
        busy={removing.isPending}
      >
        {t`People no longer reach the product at ${host}, and links to it stop working.`}
      </Confirm>
    </li>
  );
}

/** Changes a domain and reads the list again. */
function useChange<Input = void>(change: (input: Input) => Promise<unknown>, onDone?: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: onDone,
    onError: (error) => toast({ kind: "error", text: getMessage(error) }),
    onSettled: () => client.invalidateQueries({ queryKey: ["customDomains"] }),
  });
}

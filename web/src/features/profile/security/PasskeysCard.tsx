import { useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { execute } from "../../../app/graphql.ts";
import { Loaded } from "../../../app/Loaded.tsx";
import { hasPasskeys } from "../../../app/passkeys.ts";
import { Button } from "../../../ui/Button.tsx";
import { Card } from "../../../ui/Card.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { formatDateTime, formatLongDate } from "../../../ui/format.ts";
import { toast } from "../../../ui/toast.ts";
import { RemovePasskeyForm, RenamePasskeyForm } from "./PasskeyForms.tsx";
import { type Passkey, Passkeys } from "./security.documents.ts";
import { SetUpPasskey } from "./SetUpPasskey.tsx";

type Task = { kind: "add" } | { kind: "rename" | "remove"; passkey: Passkey };

/** Renders the user's passkeys, and adds, renames and removes them. */
export function PasskeysCard() {
  const { t } = useLingui();
  const client = useQueryClient();
  const [task, setTask] = useState<Task | null>(null);
  const passkeys = useQuery({
    queryKey: ["passkeys"],
    queryFn: async () => (await execute(Passkeys)).passkeys,
    staleTime: 0,
  });
  // Also when the dialog is closed with the recovery codes in it, the passkey is there.
  const close = async () => {
    setTask(null);
    for (const queryKey of [["passkeys"], ["secondFactor"], ["sessions"]]) await client.invalidateQueries({ queryKey });
  };
  const finish = (text: string) => {
    toast({ kind: "success", text });
    void close();
  };
  const titles = { add: t`Add a passkey`, rename: t`Rename the passkey`, remove: t`Remove the passkey?` };
  return (
    <Card title={t`Passkeys`} className="max-w-xl">
      <p className="mb-5 text-muted">
        {t`A passkey signs you in with your finger, your face, the PIN of your device, or a security key: without a password, or after it.`}
      </p>
      <Loaded query={passkeys} shape="form" failure={t`The passkeys could not be loaded.`}>
        {(list) => (
          <>
            {list.length === 0 && <p className="text-sm">{t`You have no passkeys yet.`}</p>}
            <ul className="divide-y divide-line">
              {list.map((passkey) => (
                <Row key={passkey.id} passkey={passkey} onTask={(kind) => setTask({ kind, passkey })} />
              ))}
            </ul>
            <div className="mt-5">
              {hasPasskeys() ? (
                <Button onClick={() => setTask({ kind: "add" })}>{t`Add a passkey`}</Button>
              ) : (
                <p className="text-sm text-muted">{t`This browser cannot add a passkey at this address.`}</p>
              )}
            </div>
          </>
        )}
      </Loaded>
      <Dialog open={task !== null} onClose={() => void close()} title={task ? titles[task.kind] : ""}>
        {task?.kind === "add" && <SetUpPasskey onDone={() => finish(t`The passkey was added.`)} />}
        {task?.kind === "rename" && (
          <RenamePasskeyForm passkey={task.passkey} onDone={() => finish(t`The passkey was renamed.`)} />
        )}
        {task?.kind === "remove" && (
          <RemovePasskeyForm passkey={task.passkey} onDone={() => finish(t`The passkey was removed.`)} />
        )}
      </Dialog>
    </Card>
  );
}

function Row({ passkey, onTask }: { passkey: Passkey; onTask: (kind: "rename" | "remove") => void }) {
  const { t } = useLingui();
  const { name, host } = passkey;
  const added = formatLongDate(passkey.created_at);
  const used = passkey.last_used_at && formatDateTime(passkey.last_used_at);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="font-medium">{name}</p>
        <p className="mt-1 text-small text-muted">
          {used ? t`Added on ${added}, last used ${used}` : t`Added on ${added}, not used yet`}
        </p>
        {!passkey.is_here && <p className="mt-1 text-small break-all text-muted">{t`Works at ${host} only`}</p>}
      </div>
      <div className="flex gap-2">
        <Button kind="quiet" size="small" aria-label={t`Rename ${name}`} onClick={() => onTask("rename")}>
          {t`Rename`}
        </Button>
        <Button kind="quiet" size="small" aria-label={t`Remove ${name}`} onClick={() => onTask("remove")}>
          {t`Remove`}
        </Button>
      </div>
    </li>
  );
}

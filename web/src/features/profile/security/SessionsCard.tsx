import { useLingui } from "@lingui/react/macro";
import { plural } from "@lingui/core/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { getMessage } from "../../../app/errors.ts";
import { execute } from "../../../app/graphql.ts";
import { Loaded } from "../../../app/Loaded.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Card } from "../../../ui/Card.tsx";
import { Confirm } from "../../../ui/Confirm.tsx";
import { formatDateTime } from "../../../ui/format.ts";
import { Tag } from "../../../ui/Tag.tsx";
import { toast } from "../../../ui/toast.ts";
import { nameDevice } from "./nameDevice.ts";
import { RevokeOtherSessions, RevokeSession, type Session, Sessions } from "./security.documents.ts";

const queryKey = ["sessions"];

/** Renders the devices on which the user is signed in, and signs them out. */
export function SessionsCard() {
  const { t } = useLingui();
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const sessions = useQuery({ queryKey, queryFn: async () => (await execute(Sessions)).sessions, staleTime: 0 });
  const ending = useMutation({
    mutationFn: async () => (await execute(RevokeOtherSessions)).revokeOtherSessions,
    onSuccess: (ended) => {
      setAsking(false);
      toast({
        kind: "success",
        text: t`${plural(ended, { one: "# device was signed out.", other: "# devices were signed out." })}`,
      });
      return client.invalidateQueries({ queryKey });
    },
  });
  return (
    <Card title={t`Signed-in devices`} className="max-w-xl">
      <Loaded query={sessions} shape="form" failure={t`The devices could not be loaded.`}>
        {(list) => (
          <>
            <ul className="divide-y divide-line">
              {list.map((session) => (
                <Row key={session.id} session={session} />
              ))}
            </ul>
            {list.length > 1 && (
              <div className="mt-5">
                <Button
                  kind="quiet"
                  // Longer than a phone is wide in Spanish.
                  className="h-auto min-h-10 max-w-full py-2 whitespace-normal"
                  onClick={() => setAsking(true)}
                >
                  {t`Sign out all other devices`}
                </Button>
              </div>
            )}
          </>
        )}
      </Loaded>
      <Confirm
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => ending.mutate()}
        title={t`Sign out all other devices?`}
        confirm={t`Sign out`}
        busy={ending.isPending}
        error={ending.error ? getMessage(ending.error) : undefined}
      >
        {t`You stay signed in here. If you do not know a device, change your password as well.`}
      </Confirm>
    </Card>
  );
}

function Row({ session }: { session: Session }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const { browser, system } = nameDevice(session.user_agent);
  const name = browser && system ? t`${browser} on ${system}` : browser || system || t`Unknown device`;
  const revoking = useMutation({
    mutationFn: () => execute(RevokeSession, { id: session.id }),
    onSuccess: () => {
      toast({ kind: "success", text: t`${name} was signed out.` });
      return client.invalidateQueries({ queryKey });
    },
    onError: (error) => toast({ kind: "error", text: getMessage(error) }),
  });
  const [since, used] = [formatDateTime(session.created_at), formatDateTime(session.last_used_at)];
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {name}
          {session.is_current && <Tag tone="accent">{t`This device`}</Tag>}
        </p>
        <p className="mt-1 text-small text-muted">
          {t`Last used ${used}, signed in ${since}`}
          {session.address && <span className="break-all">{` · ${session.address}`}</span>}
        </p>
      </div>
      {!session.is_current && (
        <Button
          kind="quiet"
          size="small"
          busy={revoking.isPending}
          aria-label={t`Sign out ${name}, last used ${used}`}
          onClick={() => revoking.mutate()}
        >
          {t`Sign out`}
        </Button>
      )}
    </li>
  );
}

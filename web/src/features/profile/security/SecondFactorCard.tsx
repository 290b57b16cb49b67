import { useLingui } from "@lingui/react/macro";
import { plural } from "@lingui/core/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { execute } from "../../../app/graphql.ts";
import { Loaded } from "../../../app/Loaded.tsx";
import { useViewer } from "../../../app/session.ts";
import type { SecondFactorQuery } from "../../../gen/graphql.ts";
import { Button } from "../../../ui/Button.tsx";
import { Card } from "../../../ui/Card.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { formatLongDate } from "../../../ui/format.ts";
import { StatusDot } from "../../../ui/StatusDot.tsx";
import { toast } from "../../../ui/toast.ts";
import { RememberedDevicesList } from "./RememberedDevices.tsx";
import { RemoveTotpForm } from "./RemoveTotpForm.tsx";
import { RenewCodesForm } from "./RenewCodesForm.tsx";
import { SecondFactor } from "./security.documents.ts";
import { SetUpTotp } from "./SetUpTotp.tsx";

const queryKey = ["secondFactor"];

/** Renders whether the user signs in with a second factor, and what they may change about it. */
export function SecondFactorCard() {
  const { t } = useLingui();
  const factor = useQuery({ queryKey, queryFn: async () => (await execute(SecondFactor)).secondFactor, staleTime: 0 });
  return (
    <Card title={t`Second factor`} className="max-w-xl">
      <p className="mb-5 text-muted">
        {t`With a second factor, a password alone does not open your account: a code from an app on your phone is needed as well.`}
      </p>
      <Loaded query={factor} shape="form" failure={t`The second factor could not be loaded.`}>
        {(loaded) => <Factor factor={loaded} />}
      </Loaded>
    </Card>
  );
}

type Task = "setUp" | "renew" | "remove";

function Factor({ factor }: { factor: SecondFactorQuery["secondFactor"] }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [task, setTask] = useState<Task | null>(null);
  const lastDay = useViewer().factor_due_on;
  const hasAny = factor.is_on || factor.passkeys > 0;
  const since = factor.since && formatLongDate(factor.since);
  // Also when a dialog is closed with the recovery codes in it, the second factor is on.
  const close = () => {
    setTask(null);
    return client.invalidateQueries({ queryKey });
  };
  const finish = (text: string) => {
    toast({ kind: "success", text });
    return close();
  };
  const titles: Record<Task, string> = {
    setUp: t`Set up a second factor`,
    renew: t`Create new recovery codes`,
    remove: t`Remove the second factor`,
  };
  return (
    <>
      <StatusDot tone={factor.is_on ? "ok" : "rest"} label={factor.is_on ? t`On since ${since}` : t`Not set up`} />
      {hasAny && (
        <p className="mt-2 text-sm">
          {t`${plural(factor.recovery_codes, { one: "# recovery code is left.", other: "# recovery codes are left." })}`}
        </p>
      )}
      {factor.is_required && (
        <p className="mt-2 text-sm text-muted">
          {t`Your organisation asks you for a second factor.`} {lastDay && t`Set one up by ${formatLongDate(lastDay)}.`}
        </p>
      )}
      <div className="mt-5 flex flex-wrap gap-2">
        {!factor.is_on && <Button onClick={() => setTask("setUp")}>{t`Set up`}</Button>}
        {hasAny && (
          <Button kind="quiet" onClick={() => setTask("renew")}>
            {t`Create new recovery codes`}
          </Button>
        )}
        {factor.is_on && (!factor.is_required || factor.passkeys > 0) && (
          <Button kind="quiet" onClick={() => setTask("remove")}>
            {t`Remove`}
          </Button>
        )}
      </div>
      {hasAny && <RememberedDevicesList />}
      <Dialog open={task !== null} onClose={() => void close()} title={task ? titles[task] : ""}>
        {task === "setUp" && (
          <SetUpTotp onDone={() => void finish(t`The second factor is on. Other devices were signed out.`)} />
        )}
        {task === "renew" && <RenewCodesForm onDone={() => void finish(t`The new recovery codes are in use.`)} />}
        {task === "remove" && <RemoveTotpForm onDone={() => void finish(t`The second factor was removed.`)} />}
      </Dialog>
    </>
  );
}

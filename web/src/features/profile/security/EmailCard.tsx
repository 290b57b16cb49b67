import { useLingui } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { getMessage } from "../../../app/errors.ts";
import { execute } from "../../../app/graphql.ts";
import { Loaded } from "../../../app/Loaded.tsx";
import { useSaveForm } from "../../../app/saveForm.ts";
import { useViewer } from "../../../app/session.ts";
import type { OwnEmailChangeQuery } from "../../../gen/graphql.ts";
import { Button } from "../../../ui/Button.tsx";
import { Card } from "../../../ui/Card.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Form } from "../../../ui/Form.tsx";
import { formatDateTime } from "../../../ui/format.ts";
import { Problems } from "../../../ui/Problems.tsx";
import { toast } from "../../../ui/toast.ts";
import { PasswordAgain } from "./PasswordAgain.tsx";
import { CancelEmailChange, OwnEmailChange, ResendEmailChange, StartEmailChange } from "./security.documents.ts";

const queryKey = ["emailChange"];

/** Renders the user's email, and changes it with a confirmation at both addresses. */
export function EmailCard() {
  const { t } = useLingui();
  const { email } = useViewer();
  const client = useQueryClient();
  const [isChanging, setChanging] = useState(false);
  const change = useQuery({
    queryKey,
    queryFn: () => execute(OwnEmailChange),
    staleTime: 0,
  });
  return (
    <Card title={t`Email`} className="max-w-xl">
      <p className="mb-5">{email}</p>
      <Loaded query={change} shape="form" failure={t`The change of your email could not be loaded.`}>
        {({ emailChange }) =>
          emailChange ? (
            <Waiting change={emailChange} />
          ) : (
            <Button kind="quiet" onClick={() => setChanging(true)}>
              {t`Change email`}
            </Button>
          )
        }
      </Loaded>
      <Dialog open={isChanging} onClose={() => setChanging(false)} title={t`Change your email`}>
        <ChangeForm
          onDone={() => {
            setChanging(false);
            void client.invalidateQueries({ queryKey });
          }}
        />
      </Dialog>
    </Card>
  );
}

function Waiting({ change }: { change: NonNullable<OwnEmailChangeQuery["emailChange"]> }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const until = formatDateTime(change.expires_at);
  const options = (text: string) => ({
    onSuccess: () => {
      toast({ kind: "success" as const, text });
      return client.invalidateQueries({ queryKey });
    },
    onError: (error: Error) => toast({ kind: "error", text: getMessage(error) }),
  });
  const resending = useMutation({
    mutationFn: () => execute(ResendEmailChange),
    ...options(t`The link was sent again.`),
  });
  const cancelling = useMutation({
    mutationFn: () => execute(CancelEmailChange),
    ...options(t`Your email stays as it is.`),
  });
  return (
    <>
      <p className="mb-4 text-sm">
        {t`Open the link that was sent to ${change.new_email} before ${until}. Until then, your email stays as it is.`}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button kind="quiet" busy={resending.isPending} onClick={() => resending.mutate()}>
          {t`Send the link again`}
        </Button>
        <Button kind="quiet" busy={cancelling.isPending} onClick={() => cancelling.mutate()}>
          {t`Cancel the change`}
        </Button>
      </div>
    </>
  );
}

function ChangeForm({ onDone }: { onDone: () => void }) {
  const { t } = useLingui();
  const form = useSaveForm({
    values: { email: "", password: "" },
    save: (fields) => execute(StartEmailChange, fields),
    onSaved: onDone,
  });
  return (
    <Form onSubmit={form.submit} className="grid gap-5">
      <p className="text-muted">
        {t`We send a link to the new address, and tell the old one. The old one holds until you open the link.`}
      </p>
      <Problems messages={form.problems} />
      <Field
        label={t`New email`}
        type="email"
        autoComplete="email"
        maxLength={320}
        error={form.error("email")}
        {...form.register("email", { required: t`Enter your email.` })}
      />
      <PasswordAgain error={form.error("password")} register={(options) => form.register("password", options)} />
      <div>
        <Button type="submit" busy={form.saving}>
          {t`Send the link`}
        </Button>
      </div>
    </Form>
  );
}

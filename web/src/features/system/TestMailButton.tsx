import { useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { Mail } from "lucide-react";
import { getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { Button } from "../../ui/Button.tsx";
import { toast } from "../../ui/toast.ts";
import { SendSystemTestMail } from "./system.documents.ts";

/** Sends a mail to the operator, and says whether the mail server took it. */
export function TestMailButton() {
  const { t } = useLingui();
  const sending = useMutation({
    mutationFn: async () => (await execute(SendSystemTestMail)).sendSystemTestMail,
    onSuccess: ({ to, problem }) =>
      toast(
        problem
          ? { kind: "error", text: t`The mail was not accepted: ${problem}` }
          : { kind: "success", text: t`A test mail was sent to ${to}.` },
      ),
    onError: (error) => toast({ kind: "error", text: getMessage(error) }),
  });
  return (
    <Button kind="quiet" busy={sending.isPending} onClick={() => sending.mutate()}>
      <Mail size={16} aria-hidden />
      {t`Send a test mail`}
    </Button>
  );
}

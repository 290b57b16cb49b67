import { useLingui } from "@lingui/react/macro";
import { Copy } from "lucide-react";
import { Button } from "./Button.tsx";
import { toast } from "./toast.ts";

type Props = {
  /** What is shown this once. */
  text: string;
  /** The message after it was copied. */
  copied: string;
  /** The message when it has to be copied by hand. */
  notCopied: string;
  testId: string;
};

/** Shows a secret that is not shown again, with a button that copies it. */
export function ShownOnce({ text, copied, notCopied, testId }: Props) {
  const { t } = useLingui();
  return (
    <div className="grid gap-4">
      <p>{t`Copy it now and keep it safe: it is not shown again.`}</p>
      <code className="block rounded-ctl bg-sunken p-3.5 text-sm break-all select-all" data-testid={testId}>
        {text}
      </code>
      <Button kind="quiet" className="justify-self-start" onClick={() => void copy()}>
        <Copy size={16} aria-hidden />
        {t`Copy`}
      </Button>
    </div>
  );

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      toast({ kind: "success", text: copied });
    } catch {
      // No clipboard on an insecure page: the text can be selected and copied by hand.
      toast({ kind: "error", text: notCopied });
    }
  }
}

import { useLingui } from "@lingui/react/macro";
import { Copy } from "lucide-react";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { toast } from "../../ui/toast.ts";
import { Fact, FactSkeleton } from "./Fact.tsx";
import { Faq } from "./Faq.tsx";
import type { Figures } from "./HowAmIDoing.tsx";
import { formatNumber } from "../../ui/format.ts";

/** Renders the column 'Your Account': usage, the address, and frequent questions. */
export function Account({ figures }: { figures: Figures | undefined }) {
  const { t } = useLingui();
  return (
    <div className="grid min-w-0 gap-5">
      <Card title={t`Your Account`}>
        <h3 className={subtitle}>{t`Credits & Subscriptions`}</h3>
        <dl className="grid grid-cols-2 gap-4">
          {figures ? (
            <>
              <Fact label={t`Active courses`} value={formatNumber(figures.totalCourses)} />
              <Fact label={t`Active users`} value={formatNumber(figures.activeUsers)} />
            </>
          ) : (
            [1, 2].map((i) => <FactSkeleton key={i} />)
          )}
        </dl>
        <hr className="my-5 border-line" />
        <h3 className={subtitle}>{t`Your Training branch URL`}</h3>
        <Address host={location.host} />
      </Card>
      <Faq />
    </div>
  );
}

const subtitle = "mb-3 text-small font-medium text-muted";

function Address({ host }: { host: string }) {
  const { t } = useLingui();
  return (
    <Button kind="quiet" aria-label={t`Copy ${host}`} onClick={() => void copy()} className="w-full">
      <span className="min-w-0 truncate" title={host}>
        {host}
      </span>
      <Copy size={15} aria-hidden className="shrink-0" />
    </Button>
  );

  async function copy() {
    try {
      await navigator.clipboard.writeText(host);
      toast({ kind: "success", text: t`Copied to the clipboard.` });
    } catch (error) {
      console.warn("The clipboard could not be written.", error);
      toast({ kind: "error", text: t`The browser does not allow copying here. Please copy the address by hand.` });
    }
  }
}

import { useLingui } from "@lingui/react/macro";
import { CircleCheck } from "lucide-react";
import type { ReactNode, SubmitEvent } from "react";
import { Button } from "../../ui/Button.tsx";
import { Form } from "../../ui/Form.tsx";
import { AccountPage } from "./AccountPage.tsx";

type Props = {
  title: string;
  text: string;
  /** What the page says once the mail is sent. */
  sent: string | false | undefined;
  /** Why the mail could not be sent. */
  problem: string | null | undefined;
  button: string;
  busy: boolean;
  onChange: () => void;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  children: ReactNode;
};

/** Renders a page before sign-in whose form requests a mail. */
export function MailRequestPage({ title, text, sent, problem, button, busy, onChange, onSubmit, children }: Props) {
  const { t } = useLingui();
  return (
    <AccountPage>
      <h1 className="font-display text-[40px] leading-[1.08] font-medium tracking-[-0.015em]">{title}</h1>
      <p className="mt-3 text-muted">{text}</p>
      {sent && (
        <p
          role="status"
          className="mt-6 flex gap-2.5 rounded-ctl border border-line bg-surface px-4 py-3 text-sm text-ok-text"
        >
          <CircleCheck aria-hidden size={18} className="mt-px shrink-0" />
          {sent}
        </p>
      )}
      <Form className="mt-8 grid gap-5" onSubmit={onSubmit} onChange={onChange}>
        {children}
        {problem && (
          <p role="alert" className="text-sm text-danger">
            {problem}
          </p>
        )}
        <Button type="submit" size="large" busy={busy}>
          {button}
        </Button>
        <p className="text-center text-sm">
          <a href="/login" className="font-medium text-brand-text underline-offset-4 hover:underline">
            {t`Log in`}
          </a>
        </p>
      </Form>
    </AccountPage>
  );
}

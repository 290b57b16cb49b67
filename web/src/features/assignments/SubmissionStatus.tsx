import { useLingui } from "@lingui/react/macro";
import { StatusDot } from "../../ui/StatusDot.tsx";

const tones = { submitted: "warn", returned: "danger", accepted: "ok", marked: "ok" } as const;

/** Returns the labels of submission states. */
export function useStates(): Record<string, string> {
  const { t } = useLingui();
  return { submitted: t`Waiting`, returned: t`Returned`, accepted: t`Accepted`, marked: t`Marked` };
}

/** Renders a submission's state: a dot and its label. */
export function SubmissionStatus({ state }: { state: string }) {
  const states = useStates();
  return <StatusDot tone={tones[state as keyof typeof tones] ?? "rest"} label={states[state] ?? state} />;
}

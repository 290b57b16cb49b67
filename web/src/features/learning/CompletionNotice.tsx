import { useLingui } from "@lingui/react/macro";
import { CircleCheck } from "lucide-react";
import { CertificateButton } from "./CertificateButton.tsx";

/** Tells the learner that their last step completed the course, with its certificate. */
export function CompletionNotice({ course }: { course: { id: number; title: string } }) {
  const { t } = useLingui();
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-ok bg-surface px-5 py-4"
    >
      <CircleCheck size={20} aria-hidden className="shrink-0 text-ok-text" />
      <p className="min-w-0 flex-1 basis-56 font-medium">
        {t`You have completed this course. Your certificate is ready.`}
      </p>
      <CertificateButton course={course} />
    </div>
  );
}

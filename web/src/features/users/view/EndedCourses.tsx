import { useLingui } from "@lingui/react/macro";
import { RotateCcw } from "lucide-react";
import { Button } from "../../../ui/Button.tsx";
import type { ViewedUser } from "../users.documents.ts";
import { formatTableDate } from "../../../ui/format.ts";

type Props = { ended: ViewedUser["endedEnrolments"]; onRestore: (id: number) => void; busy: boolean };

/** Lists courses removed from a user in the last 30 days, for those who may restore them; nothing without any. */
export function EndedCourses({ ended, onRestore, busy }: Props) {
  const { t } = useLingui();
  if (ended.length === 0) return null;
  return (
    <details className="mt-5 rounded-card border border-line bg-surface px-4 py-3 text-sm">
      <summary className="cursor-pointer font-medium">{t`Removed in the last 30 days (${ended.length})`}</summary>
      <ul className="mt-2 divide-y divide-line">
        {ended.map(({ id, course_title, ended_at }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <span className="min-w-0 flex-1 basis-40">{course_title}</span>
            <span className="text-muted tabular-nums">{formatTableDate(ended_at)}</span>
            <Button
              kind="quiet"
              size="small"
              disabled={busy}
              aria-label={t`Restore ${course_title}`}
              onClick={() => onRestore(id)}
            >
              <RotateCcw size={15} aria-hidden />
              {t`Restore`}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}

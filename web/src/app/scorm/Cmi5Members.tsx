import { useLingui } from "@lingui/react/macro";
import { Check, CircleDashed, Play, XCircle } from "lucide-react";
import { Button } from "../../ui/Button.tsx";
import { classes } from "../../ui/classes.ts";
import type { Course, Member } from "./parts.ts";
import { formatPercent } from "../../ui/format.ts";

/** Lists the blocks and AUs of a course in order, each AU with its status and a button. */
export function Cmi5Members({ course, onStart }: { course: Course; onStart: (member: Member) => void }) {
  const { t } = useLingui();
  return (
    <section aria-label={t`Contents`} className="grid gap-4">
      <h3 className="font-display text-xl font-medium">{course.title}</h3>
      <ul className="grid gap-2">
        {course.members.map((member) => (
          <li
            key={member.identifier}
            style={{ marginInlineStart: `${Math.min(member.depth, 4) * 16}px` }}
            data-testid={`cmi5-${member.kind}-${member.identifier}`}
            className={classes(
              "flex flex-wrap items-center gap-x-4 gap-y-2",
              member.kind === "au" ? "rounded-card border border-line bg-surface p-4" : "pt-2",
            )}
          >
            <div className="min-w-0 flex-1 basis-48">
              <p className="font-medium wrap-anywhere">{member.title}</p>
              {member.kind === "au" && member.description !== member.title && (
                <p className="text-small wrap-anywhere text-muted">{member.description}</p>
              )}
            </div>
            {(member.kind === "au" || member.is_done) && <Standing member={member} />}
            {member.kind === "au" && (
              <Button
                kind={member.is_done ? "quiet" : "primary"}
                className="ml-auto"
                data-testid={`cmi5-start-${member.identifier}`}
                aria-label={t`Start ${member.title}`}
                onClick={() => onStart(member)}
              >
                <Play size={16} aria-hidden />
                {t`Start`}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Standing({ member }: { member: Member }) {
  const { t } = useLingui();
  const { is_done: isDone, is_waived: isWaived, is_failed: isFailed, is_begun: isBegun, score } = member;
  const points = score == null ? "" : ` · ${formatPercent(score, 1)}`;
  if (isDone)
    return (
      <span className="flex items-center gap-1.5 text-small whitespace-nowrap">
        <Check size={15} aria-hidden className="text-ok" />
        {isWaived ? t`Waived` : t`Done`}
        {points}
      </span>
    );
  if (isFailed)
    return (
      <span className="flex items-center gap-1.5 text-small whitespace-nowrap">
        <XCircle size={15} aria-hidden className="text-danger" />
        {t`Not passed`}
        {points}
      </span>
    );
  return (
    <span className="flex items-center gap-1.5 text-small whitespace-nowrap text-muted">
      <CircleDashed size={15} aria-hidden />
      {isBegun ? t`In progress` : t`Not started`}
      {points}
    </span>
  );
}

import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { LearningPathQuery } from "../../gen/graphql.ts";
import { Button } from "../../ui/Button.tsx";
import { UnassignDialog } from "./UnassignDialog.tsx";

type Member = LearningPathQuery["learningPath"]["members"][number];

/** Lists the groups and branches to which a path is assigned, to end that. */
export function PathMembers({ path }: { path: LearningPathQuery["learningPath"] }) {
  const { t } = useLingui();
  const [leaving, setLeaving] = useState<Member | null>(null);
  return (
    <section aria-labelledby="path-members" className="rounded-card border border-line bg-surface p-6">
      <h2 id="path-members" className="text-large font-semibold">{t`Groups and branches`}</h2>
      <p className="mt-1 text-small text-muted">
        {t`Everybody in them is assigned, and so is everybody who joins them later.`}
      </p>
      {path.members.length === 0 && (
        <p className="mt-4 text-muted">{t`This learning path is assigned to no group or branch.`}</p>
      )}
      <ul className="mt-3 divide-y divide-line">
        {path.members.map((member) => (
          <li key={`${member.kind}${member.id}`} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <span className="min-w-0 flex-1">
              <span className="block font-medium">{member.name}</span>
              <span className="text-small text-muted">
                {member.kind === "group" ? t`Group` : t`Branch`} ·{" "}
                {t`${plural(member.people, { one: "# person", other: "# people" })}`}
              </span>
            </span>
            <Button
              kind="ghost"
              size="small"
              aria-label={t`Unassign ${member.name}`}
              onClick={() => setLeaving(member)}
            >
              {t`Unassign`}
            </Button>
          </li>
        ))}
      </ul>
      {leaving && (
        <UnassignDialog
          pathId={path.id}
          from={leaving.kind === "group" ? { group_ids: [leaving.id] } : { branch_ids: [leaving.id] }}
          name={leaving.name}
          onClose={() => setLeaving(null)}
        />
      )}
    </section>
  );
}

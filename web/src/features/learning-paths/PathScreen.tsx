import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Pencil, Trash2, UserPlus } from "lucide-react";
import { useState } from "react";
import { execute } from "../../app/graphql.ts";
import { Loaded } from "../../app/Loaded.tsx";
import { useTitle } from "../../app/title.ts";
import { useIdInPath } from "../../app/useIdInPath.ts";
import type { LearningPathQuery } from "../../gen/graphql.ts";
import { BackLink } from "../../ui/BackLink.tsx";
import { Button } from "../../ui/Button.tsx";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { formatNumber } from "../../ui/format.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Stats } from "../../ui/Stats.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { AssignDialog } from "./AssignDialog.tsx";
import { DeletePathDialog } from "./DeletePathDialog.tsx";
import { LearningPath } from "./paths.documents.ts";
import { PathMembers } from "./PathMembers.tsx";
import { PathOutline } from "./PathOutline.tsx";
import { PathPeople } from "./PathPeople.tsx";

/** Renders `/learning-paths/{id}`: who is assigned to a learning path, and how far they are. */
export function PathScreen() {
  const { t } = useLingui();
  const pathId = Number(useIdInPath());
  const path = useQuery({
    queryKey: ["learningPath", pathId],
    queryFn: async () => (await execute(LearningPath, { id: pathId })).learningPath,
    staleTime: 0,
  });
  useTitle(path.data?.title);
  return (
    <>
      <BackLink to="/learning-paths">{t`Back to learning paths`}</BackLink>
      <Loaded
        query={path}
        shape="tabs"
        missing={t`There is no such learning path.`}
        failure={t`The learning path could not be loaded.`}
      >
        {(loaded) => <LoadedPath path={loaded} />}
      </Loaded>
    </>
  );
}

function LoadedPath({ path }: { path: LearningPathQuery["learningPath"] }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [open, setOpen] = useState<"assign" | "delete" | null>(null);
  const { id, title, description, status, figures, may_edit } = path;
  const isPublished = status === "published";

  return (
    <>
      <PageHeader
        title={title}
        text={
          <>
            {description && <p className="max-w-prose">{description}</p>}
            <p className="mt-2 flex flex-wrap gap-2">
              {!isPublished && <Tag tone="accent">{t`Draft`}</Tag>}
              {path.in_catalogue && <Tag>{t`In the catalogue`}</Tag>}
              {path.certificate_months != null && (
                <Tag>
                  {t`${plural(path.certificate_months, { one: "Certificate valid for # month", other: "Certificate valid for # months" })}`}
                </Tag>
              )}
            </p>
          </>
        }
      >
        {may_edit && (
          <>
            <Button kind="quiet" onClick={() => setOpen("delete")}>
              <Trash2 size={16} aria-hidden />
              {t`Delete`}
            </Button>
            <ButtonLink kind="quiet" to="/learning-paths/$id/edit" params={{ id }}>
              <Pencil size={16} aria-hidden />
              {t`Edit`}
            </ButtonLink>
          </>
        )}
        {isPublished && (
          <Button onClick={() => setOpen("assign")}>
            <UserPlus size={16} aria-hidden />
            {t`Assign`}
          </Button>
        )}
      </PageHeader>
      <Stats
        className="mb-8"
        entries={[
          { label: t`People assigned`, value: formatNumber(figures.people) },
          { label: t`In Progress`, value: formatNumber(figures.in_progress) },
          { label: t`Completed`, value: formatNumber(figures.completed) },
          { label: t`Overdue`, value: formatNumber(figures.overdue) },
        ]}
      />
      <div className="mb-8 grid gap-6 lg:grid-cols-2">
        <PathOutline path={path} />
        <PathMembers path={path} />
      </div>
      <PathPeople pathId={id} {...(isPublished && { onAssign: () => setOpen("assign") })} />
      {open === "assign" && <AssignDialog pathId={id} onClose={() => setOpen(null)} />}
      <DeletePathDialog
        path={open === "delete" ? path : null}
        onClose={() => setOpen(null)}
        onDeleted={() => navigate({ to: "/learning-paths" })}
      />
    </>
  );
}

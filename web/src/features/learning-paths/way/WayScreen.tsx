import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { DownloadButton } from "../../../app/certificates/DownloadButton.tsx";
import { DueNote } from "../../../app/due/DueStatus.tsx";
import { getMessage } from "../../../app/errors.ts";
import { execute } from "../../../app/graphql.ts";
import { Loaded } from "../../../app/Loaded.tsx";
import { useTitle } from "../../../app/title.ts";
import { useIdInPath } from "../../../app/useIdInPath.ts";
import type { MyLearningPathQuery } from "../../../gen/graphql.ts";
import { BackLink } from "../../../ui/BackLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { ButtonLink } from "../../../ui/ButtonLink.tsx";
import { Cover } from "../../../ui/Cover.tsx";
import { formatLongDate, isPastDay } from "../../../ui/format.ts";
import { ProgressBar } from "../../../ui/ProgressBar.tsx";
import { StatusDot } from "../../../ui/StatusDot.tsx";
import { EnrolInLearningPath, MyLearningPath } from "./way.documents.ts";
import { WaySections } from "./WaySections.tsx";

type Path = MyLearningPathQuery["myLearningPath"];

/** Renders `/learner/path/{id}`: the way through a learning path, and the next step on it. */
export function WayScreen() {
  const { t } = useLingui();
  const pathId = Number(useIdInPath());
  const path = useQuery({
    queryKey: ["myLearningPath", pathId],
    queryFn: async () => (await execute(MyLearningPath, { id: pathId })).myLearningPath,
    staleTime: 0,
  });
  useTitle(path.data?.title);
  return (
    <>
      <BackLink to="/learner/courses">{t`Back to my courses`}</BackLink>
      <Loaded
        query={path}
        shape="tabs"
        missing={t`This learning path is not available.`}
        failure={t`The learning path could not be loaded.`}
      >
        {(loaded) => (
          <div className="max-w-3xl">
            <WayHeader path={loaded} />
            <WaySections path={loaded} />
          </div>
        )}
      </Loaded>
    </>
  );
}

function WayHeader({ path }: { path: Path }) {
  const { t } = useLingui();
  const {
    title,
    description,
    courses_done,
    courses_needed,
    is_assigned,
    completed_at,
    due_days,
    courses,
    certificate_months,
  } = path;
  return (
    <header className="mb-10 grid gap-5">
      <div className="overflow-hidden rounded-card border border-line">
        {path.cover ? (
          <img src={path.cover} alt="" className="h-36 w-full object-cover sm:h-44" />
        ) : (
          <Cover seed={path.id * 7 + 3} className="h-36 w-full sm:h-44" />
        )}
      </div>
      <div>
        <p className="text-small font-medium text-muted">{t`Learning path`}</p>
        <h1 className="font-display text-heading leading-tight font-medium">{title}</h1>
        {description && <p className="mt-2 max-w-prose whitespace-pre-line text-muted">{description}</p>}
        {certificate_months != null && !completed_at && (
          <p className="mt-2 text-sm text-muted">
            {t`${plural(certificate_months, { one: "You receive a certificate, which is valid for # month.", other: "You receive a certificate, which is valid for # months." })}`}
          </p>
        )}
      </div>
      {completed_at ? (
        <Completed path={path} completedAt={completed_at} />
      ) : is_assigned ? (
        <div className="grid gap-4">
          <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
            <span className="w-48 max-w-full">
              <ProgressBar value={path.progress} label={t`Progress of ${title}`} />
            </span>
            <span className="text-sm tabular-nums">{t`${courses_done} of ${courses_needed} courses completed`}</span>
            <span className="text-sm">
              <DueNote {...path} />
            </span>
          </div>
          <NextStep path={path} />
        </div>
      ) : (
        <div className="grid gap-3">
          <p className="text-sm text-muted">
            {t`${plural(courses, { one: "# course", other: "# courses" })}`}
            {due_days != null &&
              ` · ${t`${plural(due_days, { one: "Due # day after you enrol", other: "Due # days after you enrol" })}`}`}
          </p>
          <Enrol pathId={path.id} />
        </div>
      )}
    </header>
  );
}

/** Marks the completion, and says so when the path has grown since. */
function Completed({ path, completedAt }: { path: Path; completedAt: string }) {
  const { t } = useLingui();
  const day = formatLongDate(completedAt);
  return (
    <div className="flex items-start gap-4 rounded-card border border-ok bg-surface px-5 py-4">
      <CircleCheck size={22} aria-hidden className="mt-0.5 shrink-0 text-ok-text" />
      <div>
        <p className="font-medium">{t`You completed this learning path on ${day}.`}</p>
        {!path.is_met && (
          <p className="mt-1 text-sm text-muted">
            {t`It has changed since then. Your completion stays, and the other courses are open to you.`}
          </p>
        )}
        {path.certificate_expires_on && <OwnCertificate path={path} lastDay={path.certificate_expires_on} />}
      </div>
    </div>
  );
}

/** Offers the certificate of the path, and tells until when it is valid. */
function OwnCertificate({ path, lastDay }: { path: Path; lastDay: string }) {
  const { t } = useLingui();
  const day = formatLongDate(lastDay);
  if (path.certificate_is_revoked)
    return <p className="mt-1 text-sm text-muted">{t`Your certificate has been revoked.`}</p>;
  const isOver = isPastDay(lastDay);
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
      <StatusDot
        tone={isOver ? "rest" : "ok"}
        label={isOver ? t`Your certificate expired on ${day}.` : t`Your certificate is valid until ${day}.`}
      />
      <DownloadButton of={{ path_id: path.id, title: path.title }} />
    </div>
  );
}

function NextStep({ path }: { path: Path }) {
  const { t } = useLingui();
  const next = path.sections.flatMap(({ stations }) => stations).find(({ is_next }) => is_next);
  if (!next) return <p className="text-muted">{t`No course is open to you at the moment.`}</p>;
  const title = next.title || t`Untitled Course`;
  return (
    <ButtonLink
      to="/learner/catalog/course/$id"
      params={{ id: next.id }}
      search={{ from: "myCourses" }}
      size="large"
      className="justify-self-start text-left"
    >
      {next.status === "in_progress" ? t`Continue: ${title}` : t`Start: ${title}`}
    </ButtonLink>
  );
}

function Enrol({ pathId }: { pathId: number }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const enrolling = useMutation({
    mutationFn: () => execute(EnrolInLearningPath, { id: pathId }),
    onSuccess: () => client.invalidateQueries(),
  });
  return (
    <div>
      {enrolling.error && (
        <p role="alert" className="mb-3 text-sm text-danger">
          {getMessage(enrolling.error)}
        </p>
      )}
      <Button busy={enrolling.isPending} onClick={() => enrolling.mutate()}>
        {enrolling.isPending ? t`Enrolling...` : t`Enrol in this learning path`}
      </Button>
    </div>
  );
}

import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { ChevronRight, Eye } from "lucide-react";
import { getMessage } from "../../../app/errors.ts";
import { useTitle } from "../../../app/title.ts";
import { Empty } from "../../../ui/Empty.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { courseQuery } from "../player/courseQuery.ts";
import { Player } from "../player/Player.tsx";
import { Alone } from "../player/PlayerScreen.tsx";
import { PlayerSkeleton } from "../player/PlayerSkeleton.tsx";
import { createPreviewSession } from "./previewSession.ts";

/** Renders `/courses/{id}/preview/{unit_order?}`: the saved course in the player, as a new learner sees it. Stores nothing. */
export function PreviewScreen() {
  const { t } = useLingui();
  const { id, unit_order } = useParams({ from: "/signed-in/courses/$id/preview/{-$unit_order}" });
  const { data, error, refetch } = useQuery(courseQuery(id, "preview", unit_order));
  useTitle(data?.title);

  const about = <About id={id} title={data?.title} />;
  if (data && data.units.length > 0)
    return (
      <Player
        key={data.id}
        course={data}
        unitOrder={unit_order}
        openSession={() => createPreviewSession(data)}
        above={about}
      />
    );
  return (
    <>
      {about}
      {error && (
        <ErrorState
          isPage
          title={t`The course could not be loaded.`}
          detail={getMessage(error)}
          onRetry={() => void refetch()}
        />
      )}
      {data === undefined && !error && <PlayerSkeleton />}
      {data === null && (
        <Alone>
          <Empty isPage title={t`There is no course at this address.`} />
        </Alone>
      )}
      {data?.units.length === 0 && (
        <Alone>
          <Empty isPage title={t`This course has no units yet.`} />
        </Alone>
      )}
    </>
  );
}

/** Tells that this is a preview, and where it is. An aside, because the player below has the page's header. */
function About({ id, title }: { id: number; title: string | undefined }) {
  const { t } = useLingui();
  return (
    <aside
      aria-label={t`Preview`}
      className="grid gap-1.5 border-b border-line bg-surface px-5 py-3 lg:px-8 print:hidden"
    >
      <Path id={id} title={title ?? t`Course`} />
      <p className="flex items-center gap-2 text-sm">
        <Eye size={18} aria-hidden className="shrink-0 text-accent-text" />
        {t`This is a preview of the course as it was saved last. Your answers and progress are not kept.`}
      </p>
    </aside>
  );
}

/** Shows where the preview is: the list of courses, the course in its editor, and the preview. */
function Path({ id, title }: { id: number; title: string }) {
  const { t } = useLingui();
  const link = "rounded-ctl underline-offset-4 hover:text-ink hover:underline";
  return (
    <nav aria-label={t`Breadcrumb`}>
      <ol className="flex flex-wrap items-center gap-x-1.5 text-small text-muted">
        <li>
          <Link to="/courses" className={link}>
            {t`Courses`}
          </Link>
        </li>
        <ChevronRight size={14} aria-hidden />
        <li className="min-w-0">
          <Link to="/courses/$id/edit" params={{ id }} className={link}>
            {title}
          </Link>
        </li>
        <ChevronRight size={14} aria-hidden />
        <li aria-current="page" className="text-ink">
          {t`Preview`}
        </li>
      </ol>
    </nav>
  );
}

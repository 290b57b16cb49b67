import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Navigate, useParams } from "@tanstack/react-router";
import { getMessage } from "../../../app/errors.ts";
import { useViewer } from "../../../app/session.ts";
import { useTitle } from "../../../app/title.ts";
import { ButtonLink } from "../../../ui/ButtonLink.tsx";
import { Empty } from "../../../ui/Empty.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { courseQuery } from "./courseQuery.ts";
import { Player } from "./Player.tsx";
import { PlayerSkeleton } from "./PlayerSkeleton.tsx";
import { createSession } from "./session.ts";

/**
 * Renders `/learner/course/{course}/unit/{unit_order?}`: opens the player for learners who have started the course and may
 * continue.
 */
export function PlayerScreen() {
  const { t } = useLingui();
  const params = useParams({ from: "/signed-in/learner/course/$course/unit/{-$unit_order}" });
  const { data: course, error, refetch } = useQuery(courseQuery(params.course, "player", params.unit_order));
  const { id: viewerId } = useViewer();
  useTitle(course?.title);

  if (error)
    return (
      <Alone>
        <ErrorState
          isPage
          title={t`The course could not be loaded.`}
          detail={getMessage(error)}
          onRetry={() => void refetch()}
        />
      </Alone>
    );
  if (course === undefined) return <PlayerSkeleton />;
  if (course === null)
    return (
      <Alone>
        <Empty isPage title={t`There is no course at this address.`} />
      </Alone>
    );

  if (course.prerequisites.some(({ is_complete }) => !is_complete))
    return toOverview(t`Please complete all prerequisite courses before starting this course.`);
  if (!course.is_enrolled) return toOverview(t`Please start the course to open its units.`);
  if (course.units.length === 0)
    return (
      <Alone>
        <Empty
          title={t`This course has no units yet.`}
          action={
            <ButtonLink to="/learner/catalog/course/$id" params={{ id: course.id }}>
              {t`Back to the course`}
            </ButtonLink>
          }
        />
      </Alone>
    );
  return (
    <Player
      key={course.id}
      course={course}
      unitOrder={params.unit_order}
      openSession={(onRefused) => createSession({ course, viewerId, onRefused })}
    />
  );

  function toOverview(reason: string) {
    return (
      <Navigate to="/learner/catalog/course/$id" params={{ id: params.course }} search={{ error: reason }} replace />
    );
  }
}

/** Shows a text in the middle of an otherwise empty page. */
export const Alone = ({ children }: { children: React.ReactNode }) => (
  <main className="grid min-h-dvh place-items-center">{children}</main>
);

import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "../../../router/index.ts";
import { Eye } from "lucide-react";
import { messageOf } from "../../../app/errors.ts";
import { execute } from "../../../app/graphql.ts";
import { useTitle } from "../../../app/title.ts";
import { ButtonLink } from "../../../ui/ButtonLink.tsx";
import { Empty } from "../../../ui/Empty.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { Alone } from "../player/PlayerScreen.tsx";
import { CourseForPlayer } from "../player/player.documents.ts";
import { unitsOf } from "../player/units.ts";
import { Preview } from "./Preview.tsx";

/** `/courses/{id}/preview`: the course as it was saved last, as a learner who begins would see it. Nothing is stored. */
export function PreviewScreen() {
  const { t } = useLingui();
  const { id } = useParams("/courses/$id/preview");
  const { data, error, refetch } = useQuery({
    queryKey: ["preview", id],
    queryFn: async () => (await execute(CourseForPlayer, { id, preview: true })).course ?? null,
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  useTitle(data?.title);

  return (
    <>
      <header className="sticky top-0 z-20 flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-surface px-5 py-3 lg:px-8">
        <Eye size={18} aria-hidden className="shrink-0 text-accent-text" />
        <p className="min-w-0 flex-1 basis-52 text-sm">
          {t`This is a preview of the course as it was saved last. Your answers and progress are not kept.`}
        </p>
        <ButtonLink kind="quiet" size="small" to="/courses/$id/edit" params={{ id }}>
          {t`Back to editing`}
        </ButtonLink>
      </header>
      {error && (
        <ErrorState
          title={t`The course could not be loaded.`}
          detail={messageOf(error)}
          onRetry={() => void refetch()}
        />
      )}
      {data === undefined && !error && (
        <div role="status" aria-label={t`Loading the course…`} className="p-8">
          <Skeleton className="h-96" />
        </div>
      )}
      {data === null && (
        <Alone>
          <Empty title={t`There is no course at this address.`} />
        </Alone>
      )}
      {data && unitsOf(data).length === 0 && (
        <Alone>
          <Empty title={t`This course has no units yet.`} />
        </Alone>
      )}
      {data && unitsOf(data).length > 0 && <Preview key={data.id} course={data} />}
    </>
  );
}

import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { AttemptList } from "../../../app/attempts/AttemptList.tsx";
import { CourseAttempts } from "../../../app/attempts/attempts.documents.ts";
import { getMessage } from "../../../app/errors.ts";
import { execute } from "../../../app/graphql.ts";
import { Card } from "../../../ui/Card.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";

/** Lists the learner's earlier attempts: dates, answers and the certificate of each. */
export default function EarlierAttempts({ courseId }: { courseId: number }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery({
    queryKey: ["courseAttempts", courseId],
    queryFn: async () => (await execute(CourseAttempts, { course_id: courseId })).courseAttempts,
  });
  return (
    <Card title={t`Earlier attempts`}>
      {error && !data ? (
        <ErrorState
          title={t`Your earlier attempts could not be loaded.`}
          detail={getMessage(error)}
          onRetry={() => void refetch()}
        />
      ) : !data ? (
        <Skeleton className="h-20" />
      ) : (
        <AttemptList attempts={data} isOwn />
      )}
    </Card>
  );
}

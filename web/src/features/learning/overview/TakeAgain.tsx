import { useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { getMessage } from "../../../app/errors.ts";
import { execute } from "../../../app/graphql.ts";
import { Button } from "../../../ui/Button.tsx";
import { Confirm } from "../../../ui/Confirm.tsx";
import { RetakeCourse } from "../learning.documents.ts";
import type { Overview } from "./overviewQuery.ts";
import { formatLongDate } from "../../../ui/format.ts";

/** Starts a completed course again, from the day on which its certificate is about to expire. */
export function TakeAgain({ course }: { course: Overview }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const begin = useMutation({
    mutationFn: () => execute(RetakeCourse, { course_id: course.id }),
    onSuccess: async () => {
      void queries.invalidateQueries({ predicate: ({ queryKey: [name] }) => name !== "viewer" });
      await navigate({
        to: "/learner/course/$course/unit/{-$unit_order}",
        params: { course: course.id, unit_order: undefined },
      });
    },
  });
  if (!course.retake_from) return null;
  const from = formatLongDate(course.retake_from);
  if (new Date(course.retake_from) > new Date())
    return <p className="mt-3 text-small text-muted">{t`You can take this course again from ${from}.`}</p>;
  return (
    <p className="mt-3">
      <Button kind="quiet" onClick={() => setAsking(true)}>
        {t`Take this course again`}
      </Button>
      <Confirm
        kind="primary"
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => begin.mutate()}
        title={t`Take this course again`}
        confirm={t`Start again`}
        busy={begin.isPending}
        error={begin.error ? getMessage(begin.error) : undefined}
      >
        {t`Your progress starts at zero. Your earlier answers are kept, and a valid certificate stays valid.`}
      </Confirm>
    </p>
  );
}

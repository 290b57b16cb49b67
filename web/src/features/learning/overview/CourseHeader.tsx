import { useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { CircleAlert, CircleCheck } from "lucide-react";
import { execute } from "../../../app/graphql.ts";
import { Button } from "../../../ui/Button.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { CourseEnrollment } from "../learning.documents.ts";
import { CertificateButton } from "../CertificateButton.tsx";
import { CompletionNotice } from "../CompletionNotice.tsx";
import type { Overview } from "./overviewQuery.ts";
import { TakeAgain } from "./TakeAgain.tsx";

type Props = {
  course: Overview;
  /** Says why the player redirected here. */
  message: string | undefined;
  /** The learner has just completed the course. */
  isNew: boolean;
};

/** Shows the title and the button that opens the course, and whether it is completed. */
export function CourseHeader({ course, message, isNew }: Props) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const open = useMutation({
    mutationFn: async () => {
      if (course.progress === 0) {
        if (course.prerequisites.some(({ is_complete }) => !is_complete))
          throw new Error(t`Please complete prerequisite courses before starting this course.`);
        await execute(CourseEnrollment, { input: { course_id: course.id } });
      }
      await navigate({
        to: "/learner/course/$course/unit/{-$unit_order}",
        params: { course: course.id, unit_order: undefined },
      });
    },
  });
  const isWhole = course.progress === 100;
  const error = open.error?.message ?? message;

  return (
    <>
      <PageHeader title={course.title}>
        {isWhole && (
          <p className="inline-flex items-center gap-2 font-medium text-ok-text max-sm:basis-full!">
            <CircleCheck size={20} aria-hidden />
            {t`Course Completed`}
          </p>
        )}
        {course.is_complete && !(isNew && isWhole) && <CertificateButton course={course} />}
        <Button kind={isWhole ? "quiet" : "primary"} size="large" busy={open.isPending} onClick={() => open.mutate()}>
          {buttonText()}
        </Button>
      </PageHeader>
      {isNew && isWhole && <CompletionNotice course={course} />}
      {course.is_complete && <TakeAgain course={course} />}
      {error && (
        <p
          role="alert"
          className="flex items-start gap-3 rounded-card border border-danger bg-surface px-5 py-4 font-medium text-danger"
        >
          <CircleAlert size={20} aria-hidden className="mt-0.5 shrink-0" />
          <span className="min-w-0">{error}</span>
        </p>
      )}
    </>
  );

  function buttonText() {
    if (course.progress === 0) return t`Start Course`;
    return isWhole ? t`Open Course` : t`Continue Course`;
  }
}

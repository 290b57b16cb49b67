import { useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "../../../router/index.ts";
import { CircleAlert } from "lucide-react";
import { execute } from "../../../app/graphql.ts";
import { Button } from "../../../ui/Button.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { CourseEnrollment } from "../learning.documents.ts";
import { CertificateButton } from "./CertificateButton.tsx";
import type { Overview } from "./overviewQuery.ts";
import { TakeAgain } from "./TakeAgain.tsx";

/** The title, and the way into the course; `message` is why one was sent back here. */
export function CourseHeader({ course, message }: { course: Overview; message: string | undefined }) {
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
  const error = open.error?.message ?? message;

  return (
    <>
      <PageHeader title={course.title}>
        {course.is_complete && <CertificateButton course={course} />}
        <Button size="large" busy={open.isPending} onClick={() => open.mutate()}>
          {buttonText()}
        </Button>
      </PageHeader>
      {course.is_complete && <TakeAgain course={course} />}
      {error && (
        <p
          role="alert"
          className="flex items-start gap-3 rounded-card border border-danger bg-surface px-5 py-4 font-medium text-danger"
        >
          <CircleAlert size={20} aria-hidden className="mt-0.5 shrink-0" />
          <span className="min-w-0 break-words">{error}</span>
        </p>
      )}
    </>
  );

  function buttonText() {
    if (course.progress === 0) return t`Start Course`;
    return course.progress === 100 ? t`Course Completed` : t`Continue Course`;
  }
}

import { useLingui } from "@lingui/react/macro";
import { Eye } from "lucide-react";
import { ButtonLink } from "../../../ui/ButtonLink.tsx";
import { Empty } from "../../../ui/Empty.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { linkTo } from "../../../ui/linkTo.ts";
import { MoreCourseActions } from "../MoreCourseActions.tsx";
import type { OpenedCourse } from "./saveCourse.ts";

/** Shows a course of another site instead of the editor: its owner, and the actions that are possible. */
export function UsableCourse({ id, opened }: { id: number; opened: OpenedCourse }) {
  const { t } = useLingui();
  const title = opened.state.course.title || t`Untitled course`;
  const owner = opened.owningBranch ?? t`Main site`;

  return (
    <>
      <PageHeader title={title} />
      <Empty
        title={t`Belongs to: ${owner}`}
        action={
          <span className="flex flex-wrap items-center justify-center gap-2">
            <ButtonLink kind="quiet" {...linkTo(`/learner/catalog/course/${id}`)}>
              <Eye size={16} aria-hidden />
              {t`View`}
            </ButtonLink>
            <MoreCourseActions course={{ id, title }} />
          </span>
        }
      >
        {t`Only the site that owns a course can edit it. You can view and assign it, or duplicate it and edit the copy.`}
      </Empty>
    </>
  );
}

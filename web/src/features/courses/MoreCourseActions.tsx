import { useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "../../router/index.ts";
import { Copy, Download, Inbox, Trash2 } from "lucide-react";
import { download } from "../../app/download.ts";
import { messageOf } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { useOpenLinks } from "../../app/links.ts";
import { Button } from "../../ui/Button.tsx";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { toast } from "../../ui/toast.ts";
import { DuplicateCourse } from "./courses.documents.ts";

type Props = {
  course: { id: number; title: string };
  /** Left out where the viewer may not delete the course. */
  onDelete?: (() => void) | undefined;
};

/** What can be done with a course of the list besides editing and viewing it. */
export function MoreCourseActions({ course: { id, title }, onDelete }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [submissions] = useOpenLinks([{ to: "/submissions", can: "submission.review" }]);
  const duplication = useMutation({
    mutationFn: async () => (await execute(DuplicateCourse, { id })).duplicateCourse,
    onSuccess: async (copy) => {
      const name = copy.title;
      const edit = () => void navigate({ to: "/courses/$id/edit", params: { id: copy.id } });
      toast({ kind: "success", text: t`${name} was created.`, action: { label: t`Edit`, onPress: edit } });
      await client.invalidateQueries();
    },
    onError: (error) => toast({ kind: "error", text: messageOf(error) }),
  });

  const exporting = useMutation({
    mutationFn: () => download(`/api/courses/${id}/archive`, `${title || t`Untitled course`}.zip`),
    onError: (error) => toast({ kind: "error", text: messageOf(error) }),
  });

  return (
    <>
      {submissions && (
        <ButtonLink
          kind="ghost"
          size="icon"
          to={submissions.to as "/"}
          search={{ course: id } as object}
          aria-label={t`Submissions of ${title}`}
          title={t`Submissions`}
        >
          <Inbox size={15} aria-hidden />
        </ButtonLink>
      )}
      <Button
        kind="ghost"
        size="icon"
        aria-label={t`Duplicate ${title}`}
        title={t`Duplicate`}
        busy={duplication.isPending}
        onClick={() => duplication.mutate()}
      >
        {!duplication.isPending && <Copy size={15} aria-hidden />}
      </Button>
      <Button
        kind="ghost"
        size="icon"
        aria-label={t`Export ${title}`}
        title={t`Export`}
        busy={exporting.isPending}
        onClick={() => exporting.mutate()}
      >
        {!exporting.isPending && <Download size={15} aria-hidden />}
      </Button>
      {onDelete && (
        <Button kind="ghost" size="icon" aria-label={t`Delete ${title}`} title={t`Delete`} onClick={onDelete}>
          <Trash2 size={15} aria-hidden />
        </Button>
      )}
    </>
  );
}

import { useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Copy, Download, Ellipsis, Inbox, Loader, Trash2, Users } from "lucide-react";
import { download } from "../../app/download.ts";
import { getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { useOpenLinks } from "../../app/links.ts";
import { useViewer } from "../../app/session.ts";
import { buttonClass } from "../../ui/buttonClass.ts";
import { Menu, MenuItem, MenuLink } from "../../ui/Menu.tsx";
import { toast } from "../../ui/toast.ts";
import { DuplicateCourse } from "./courses.documents.ts";

type Props = {
  course: { id: number; title: string };
  /** Left out when the viewer may not delete the course. */
  onDelete?: (() => void) | undefined;
};

/** Shows the actions for a course of the list besides editing and viewing it. */
export function MoreCourseActions({ course: { id, title }, onDelete }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [submissions] = useOpenLinks([{ to: "/submissions", can: "submission.review" }]);
  const people = useViewer().can("enrolment.manage");
  const duplication = useMutation({
    mutationFn: async () => (await execute(DuplicateCourse, { id })).duplicateCourse,
    onSuccess: async (copy) => {
      const name = copy.title;
      const edit = () => void navigate({ to: "/courses/$id/edit", params: { id: copy.id } });
      toast({ kind: "success", text: t`${name} was created.`, action: { label: t`Edit`, onPress: edit } });
      await client.invalidateQueries();
    },
    onError: (error) => toast({ kind: "error", text: getMessage(error) }),
  });

  const exporting = useMutation({
    mutationFn: () => download(`/api/courses/${id}/archive`, `${title || t`Untitled course`}.zip`),
    onError: (error) => toast({ kind: "error", text: getMessage(error) }),
  });

  const isBusy = duplication.isPending || exporting.isPending;

  return (
    <Menu
      label={t`More actions for ${title}`}
      triggerClass={buttonClass({ kind: "ghost", size: "small" })}
      trigger={
        <>
          {isBusy ? <Loader size={15} aria-hidden className="animate-spin" /> : <Ellipsis size={15} aria-hidden />}
          {t`More`}
        </>
      }
    >
      {people && (
        <MenuLink icon={<Users size={15} aria-hidden />} href={`/courses/${id}/people`}>
          {t`People`}
        </MenuLink>
      )}
      {submissions && (
        <MenuLink icon={<Inbox size={15} aria-hidden />} href={`/submissions?course=${id}`}>
          {t`Submissions`}
        </MenuLink>
      )}
      <MenuItem icon={<Copy size={15} aria-hidden />} disabled={isBusy} onPress={() => duplication.mutate()}>
        {t`Duplicate`}
      </MenuItem>
      <MenuItem icon={<Download size={15} aria-hidden />} disabled={isBusy} onPress={() => exporting.mutate()}>
        {t`Export`}
      </MenuItem>
      {onDelete && (
        <MenuItem icon={<Trash2 size={15} aria-hidden />} onPress={onDelete}>
          {t`Delete`}
        </MenuItem>
      )}
    </Menu>
  );
}

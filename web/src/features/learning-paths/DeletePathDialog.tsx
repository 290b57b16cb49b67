import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { DeletionDialog } from "../../app/DeletionDialog.tsx";
import { execute } from "../../app/graphql.ts";
import { DeleteLearningPath, LearningPathRemoval } from "./paths.documents.ts";

type Props = {
  path: { id: number; title: string } | null;
  onClose: () => void;
  onDeleted?: () => void | Promise<void>;
};

/** Asks before a learning path is deleted, and says what ends with it; open while there is one. */
export function DeletePathDialog({ path, ...props }: Props) {
  const { t } = useLingui();
  return (
    <DeletionDialog
      {...props}
      item={path && { id: path.id, name: path.title }}
      kind="learning_path"
      remove={(id) => execute(DeleteLearningPath, { id })}
      question={t`Are you sure you want to delete this learning path?`}
    >
      {path && <Ending pathId={path.id} />}
    </DeletionDialog>
  );
}

function Ending({ pathId }: { pathId: number }) {
  const { t } = useLingui();
  const { data } = useQuery({
    queryKey: ["learningPathRemoval", pathId],
    queryFn: async () => (await execute(LearningPathRemoval, { id: pathId })).learningPathRemoval,
    staleTime: 0,
  });
  if (!data || data.ends + data.keeps === 0) return null;
  const { ends, keeps } = data;
  return (
    <span className="mt-2 block">
      {t`${plural(ends, { one: "# enrolment ends with it.", other: "# enrolments end with it." })}`}{" "}
      {keeps > 0 &&
        t`${plural(keeps, {
          one: "# enrolment stays, because there is another reason for it.",
          other: "# enrolments stay, because there is another reason for them.",
        })}`}
    </span>
  );
}

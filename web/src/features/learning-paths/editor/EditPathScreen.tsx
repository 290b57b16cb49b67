import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { execute } from "../../../app/graphql.ts";
import { forEditing, Loaded } from "../../../app/Loaded.tsx";
import { useIdInPath } from "../../../app/useIdInPath.ts";
import { BackLink } from "../../../ui/BackLink.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { LearningPathToEdit } from "../paths.documents.ts";
import { PathEditor } from "./PathEditor.tsx";
import { NEW_PATH, toDraft } from "./pathDraft.ts";

/** Renders `/learning-paths/create`. */
export function CreatePathScreen() {
  const { t } = useLingui();
  return (
    <>
      <BackLink to="/learning-paths">{t`Back to learning paths`}</BackLink>
      <PageHeader title={t`Add learning path`} />
      <PathEditor initial={NEW_PATH} stored={null} />
    </>
  );
}

/** Renders `/learning-paths/{id}/edit`. */
export function EditPathScreen() {
  const { t } = useLingui();
  const pathId = Number(useIdInPath());
  const path = useQuery({
    queryKey: ["learningPathToEdit", pathId],
    queryFn: async () => (await execute(LearningPathToEdit, { id: pathId })).learningPath,
    ...forEditing,
  });
  return (
    <>
      <BackLink to={`/learning-paths/${pathId}`}>{t`Back to the learning path`}</BackLink>
      <PageHeader title={t`Edit learning path`} />
      <Loaded
        query={path}
        shape="form"
        missing={t`There is no such learning path.`}
        failure={t`The learning path could not be loaded.`}
      >
        {(loaded) =>
          loaded.may_edit ? (
            <PathEditor
              key={loaded.version}
              initial={toDraft(loaded)}
              stored={{ id: loaded.id, version: loaded.version, people: loaded.figures.people }}
              onReload={() => void path.refetch()}
            />
          ) : (
            <ErrorState title={t`This learning path belongs to another site. You cannot change it.`} />
          )
        }
      </Loaded>
    </>
  );
}

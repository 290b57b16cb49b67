import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { execute } from "../../../app/graphql.ts";
import { forEditing, Loaded } from "../../../app/Loaded.tsx";
import { useIdInPath } from "../../../app/useIdInPath.ts";
import { BackLink } from "../../../ui/BackLink.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { Automation } from "../automations.documents.ts";
import { newAutomation, toDraft } from "./automationDraft.ts";
import { AutomationEditor } from "./AutomationEditor.tsx";

/** Renders `/automations/create`. */
export function CreateAutomationScreen() {
  const { t } = useLingui();
  const [initial] = useState(newAutomation);
  return (
    <>
      <BackLink to="/automations">{t`Back to automations`}</BackLink>
      <PageHeader title={t`Add automation`} />
      <AutomationEditor initial={initial} stored={null} />
    </>
  );
}

/** Renders `/automations/{id}/edit`. */
export function EditAutomationScreen() {
  const { t } = useLingui();
  const id = Number(useIdInPath());
  const automation = useQuery({
    queryKey: ["automationToEdit", id],
    queryFn: async () => {
      const loaded = (await execute(Automation, { id })).automation;
      return { version: loaded.version, draft: toDraft(loaded) };
    },
    ...forEditing,
  });
  return (
    <>
      <BackLink to={`/automations/${id}`}>{t`Back to the automation`}</BackLink>
      <PageHeader title={t`Edit automation`} />
      <Loaded
        query={automation}
        shape="form"
        missing={t`There is no such automation.`}
        failure={t`The automation could not be loaded.`}
      >
        {({ version, draft }) => (
          <AutomationEditor
            key={version}
            initial={draft}
            stored={{ id, version }}
            onReload={() => void automation.refetch()}
          />
        )}
      </Loaded>
    </>
  );
}

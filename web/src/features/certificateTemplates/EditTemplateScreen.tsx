import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { forEditing, Loaded } from "../../app/Loaded.tsx";
import { useIdInPath } from "../../app/useIdInPath.ts";
import { BackLink } from "../../ui/BackLink.tsx";
import { Confirm } from "../../ui/Confirm.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { toast } from "../../ui/toast.ts";
import { CertificateTemplate, type Design, type Template } from "./certificateTemplates.documents.ts";
import { emptyDesign } from "./design.ts";
import { TemplateForm } from "./TemplateForm.tsx";
import { VersionList } from "./VersionList.tsx";

/** Renders `/certificates/templates/create`. */
export function CreateTemplateScreen() {
  const { t } = useLingui();
  return (
    <>
      <BackLink to="/certificates/templates">{t`Back to templates`}</BackLink>
      <PageHeader title={t`Add certificate template`} />
      <TemplateForm stored={null} design={emptyDesign} />
    </>
  );
}

/** Renders `/certificates/templates/{id}`. */
export function EditTemplateScreen() {
  const { t } = useLingui();
  const id = Number(useIdInPath());
  const template = useQuery({
    queryKey: ["certificateTemplateToEdit", id],
    queryFn: async () => (await execute(CertificateTemplate, { id })).certificateTemplate,
    ...forEditing,
  });
  return (
    <>
      <BackLink to="/certificates/templates">{t`Back to templates`}</BackLink>
      <PageHeader title={t`Edit certificate template`} />
      <Loaded
        query={template}
        shape="form"
        missing={t`There is no such template.`}
        failure={t`The template could not be loaded.`}
      >
        {(stored) => <Editor key={stored.version} stored={stored} />}
      </Loaded>
    </>
  );
}

function Editor({ stored }: { stored: Template }) {
  const { t } = useLingui();
  const [opened, setOpened] = useState<{ version: number; design: Design }>(stored);
  /** The version to open, while the author is asked. */
  const [asked, setAsked] = useState<number | null>(null);
  const version = asked ?? opened.version;
  const isUnsaved = useRef<(() => boolean) | null>(null);
  return (
    <>
      <TemplateForm key={opened.version} stored={stored} design={opened.design} unsaved={isUnsaved} />
      <VersionList
        versions={stored.versions}
        opened={opened.version}
        onOpen={(version) => (isUnsaved.current?.() ? setAsked(version) : void open(version))}
      />
      <Confirm
        open={asked !== null}
        onClose={() => setAsked(null)}
        onConfirm={() => {
          if (asked !== null) void open(asked);
          setAsked(null);
        }}
        title={t`Open version ${version}`}
        confirm={t`Open`}
      >
        {t`What you changed on this page is not saved and will be lost.`}
      </Confirm>
    </>
  );

  async function open(version: number) {
    try {
      const { design } = (await execute(CertificateTemplate, { id: stored.id, version })).certificateTemplate;
      setOpened({ version, design });
      toast({ kind: "success", text: t`Version ${version} is in the form. Save it to use it for new certificates.` });
      scrollTo({ top: 0 });
    } catch (error) {
      toast({ kind: "error", text: getMessage(error) });
    }
  }
}

import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { ConfirmLeaving } from "../../../ui/ConfirmLeaving.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Form } from "../../../ui/Form.tsx";
import { ImageField } from "../../../ui/ImageField.tsx";
import { RadioGroup } from "../../../ui/RadioGroup.tsx";
import { TextArea } from "../../../ui/TextArea.tsx";
import { CertificateCard } from "./CertificateCard.tsx";
import { EffectDialog } from "./EffectDialog.tsx";
import type { PathDraft } from "./pathDraft.ts";
import { SectionsEditor } from "./SectionsEditor.tsx";
import { type StoredPath, useSavePath } from "./useSavePath.ts";

type Props = {
  initial: PathDraft;
  /** What is stored; null for a new path. */
  stored: StoredPath | null;
  /** Loads the stored path again. */
  onReload?: () => void;
};

/** Edits a learning path. What a change means for the people who are assigned is shown before it is saved. */
export function PathEditor({ initial, stored, onReload }: Props) {
  const { t } = useLingui();
  const [draft, setDraft] = useState(initial);
  const save = useSavePath({ draft, initial, stored });
  const change = (part: Partial<PathDraft>) => setDraft((now) => ({ ...now, ...part }));
  const isChanged =
    JSON.stringify(draft) !== JSON.stringify(initial) || save.cover.file !== null || save.cover.isRemoved;

  return (
    <Form
      className="grid max-w-3xl gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        save.start();
      }}
    >
      {save.problem && (
        <div role="alert" className="rounded-card border border-danger bg-surface px-5 py-4 text-sm">
          <p>{save.problem.text}</p>
          {save.problem.isConflict && onReload && (
            <Button kind="quiet" size="small" className="mt-3" onClick={onReload}>
              {t`Load the newest version`}
            </Button>
          )}
        </div>
      )}
      <section className="grid gap-5 rounded-card border border-line bg-surface p-6">
        <Field
          label={t`Title`}
          required
          maxLength={200}
          value={draft.title}
          error={save.error("title")}
          onChange={({ target }) => change({ title: target.value })}
        />
        <TextArea
          label={t`Description`}
          rows={3}
          maxLength={5000}
          value={draft.description}
          error={save.error("description")}
          onChange={({ target }) => change({ description: target.value })}
        />
        <ImageField
          label={t`Picture`}
          hint={t`PNG, JPG, GIF or WebP of at most 10 MB. Without one, a picture is drawn.`}
          current={draft.cover}
          value={save.cover}
          onChange={save.setCover}
          error={save.error("cover")}
        />
        <Field
          label={t`Due, days after the assignment`}
          type="number"
          min={0}
          max={3650}
          hint={t`Leave blank for no due date. A change applies to people who are assigned from then on.`}
          value={draft.due_days}
          error={save.error("due_days")}
          onChange={({ target }) => change({ due_days: target.value })}
        />
        <RadioGroup
          label={t`Status`}
          value={draft.status}
          onChange={(status) => change({ status })}
          options={[
            { value: "draft", label: t`Draft`, hint: t`Learners do not see the learning path.` },
            { value: "published", label: t`Published`, hint: t`It can be assigned.` },
          ]}
        />
        <Checkbox
          label={t`Show in the catalogue, so that learners can enrol themselves`}
          checked={draft.in_catalogue}
          onChange={({ target }) => change({ in_catalogue: target.checked })}
        />
      </section>
      <section aria-labelledby="path-sections" className="grid gap-4">
        <h2 id="path-sections" className="text-large font-semibold">{t`Sections and courses`}</h2>
        <Checkbox
          label={t`Open each section only when the one before it is complete`}
          checked={draft.is_sequential}
          onChange={({ target }) => change({ is_sequential: target.checked })}
        />
        <SectionsEditor
          sections={draft.sections}
          onChange={(sections) => change({ sections })}
          error={(field) => save.error(field)}
        />
      </section>
      <CertificateCard draft={draft} onChange={change} error={save.error} />
      <div className="sticky bottom-0 -mx-2 flex flex-wrap items-center gap-3 border-t border-line bg-bg px-2 py-4">
        <Button type="submit" busy={save.isBusy}>
          {save.isBusy ? t`Saving...` : t`Save`}
        </Button>
        <p role="status" className="text-sm text-muted">
          {isChanged ? t`You have changes that are not saved.` : ""}
        </p>
      </div>
      {save.effect && (
        <EffectDialog effect={save.effect} busy={save.isBusy} onConfirm={save.confirm} onClose={save.cancel} />
      )}
      <ConfirmLeaving isUnsaved={() => isChanged && !save.isLeaving()}>
        {t`Your changes of this learning path will be lost.`}
      </ConfirmLeaving>
    </Form>
  );
}

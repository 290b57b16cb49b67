import { useLingui } from "@lingui/react/macro";
import { Eye, Plus, Users } from "lucide-react";
import { Button } from "../../../ui/Button.tsx";
import { ButtonLink } from "../../../ui/ButtonLink.tsx";
import { buttonClass } from "../../../ui/buttonClass.ts";
import { classes } from "../../../ui/classes.ts";
import { Menu, MenuItem } from "../../../ui/Menu.tsx";
import { Tag } from "../../../ui/Tag.tsx";
import { isUnsaved, overview } from "./draftReducer.ts";
import { useEditor } from "./editorContext.ts";
import { UnitList } from "./UnitList.tsx";
import { unitForms } from "./units/unitForms.ts";
import { unitTypes } from "./units/unitTypes.ts";
import type { useSave } from "./useSave.ts";

/** Lists the parts of the course, and has the buttons to add a unit, save and publish. */
export function CourseMenu({ save }: { save: ReturnType<typeof useSave> }) {
  const { t, i18n } = useLingui();
  const { state, dispatch } = useEditor();
  const isNew = state.id === null;
  const isDraft = state.status === "draft";
  const isBusy = save.phase !== "idle";
  const isOverview = state.selected === overview;

  return (
    <aside className="lg:sticky lg:top-6 lg:flex lg:max-h-[calc(100dvh-48px)] lg:flex-col">
      <header className="mb-4 flex items-center justify-between gap-3">
        <h1 className="font-display text-2xl leading-tight font-medium">{isNew ? t`Add course` : t`Edit course`}</h1>
        {isDraft ? <Tag tone="accent">{t`Draft`}</Tag> : <Tag tone="brand">{t`Published`}</Tag>}
      </header>
      <nav aria-label={t`Parts of the course`} className="-mx-1 min-h-0 overflow-y-auto px-1 py-1">
        <button
          type="button"
          aria-current={isOverview ? "true" : undefined}
          onClick={() => dispatch({ do: "select", key: overview })}
          className={classes(
            "mb-0.5 w-full rounded-ctl px-3 py-2.5 text-left text-sm",
            isOverview ? "bg-brand-soft font-semibold text-brand-text" : "hover:bg-sunken",
          )}
        >
          {t`Course Overview`}
        </button>
        <UnitList />
      </nav>
      <div className="mt-4 grid gap-2">
        <Menu
          align="start"
          triggerClass={buttonClass({ kind: "quiet" }, "w-full")}
          trigger={
            <>
              <Plus size={16} aria-hidden />
              {t`Add unit`}
            </>
          }
        >
          {unitTypes.map(({ type, name }) => {
            const Icon = unitForms[type].icon;
            return (
              <MenuItem
                key={type}
                icon={<Icon size={16} aria-hidden className="text-muted" />}
                onPress={() => dispatch({ do: "addUnit", type })}
              >
                {i18n._(name)}
              </MenuItem>
            );
          })}
        </Menu>
        {isDraft && (
          <Button kind="quiet" busy={isBusy} onClick={() => void save.saveDraft()}>
            {t`Save draft`}
          </Button>
        )}
        <Button busy={isBusy} onClick={() => void save.publish()}>
          {isNew ? t`Publish` : t`Update Course`}
        </Button>
        {!isNew && (
          <Button kind="ghost" busy={isBusy} onClick={() => void save.preview()}>
            <Eye size={16} aria-hidden />
            {t`Preview as a learner`}
          </Button>
        )}
        {state.id !== null && (
          <ButtonLink kind="ghost" to="/courses/$id/people" params={{ id: state.id }}>
            <Users size={16} aria-hidden />
            {t`People`}
          </ButtonLink>
        )}
        <p role="status" className="min-h-5 text-center text-small text-muted">
          {isUnsaved(state) && t`Unsaved changes`}
        </p>
      </div>
    </aside>
  );
}

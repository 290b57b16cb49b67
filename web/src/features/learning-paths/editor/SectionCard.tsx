import { useDroppable } from "@dnd-kit/core";
import { SortableContext, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { useLingui } from "@lingui/react/macro";
import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { Button } from "../../../ui/Button.tsx";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { classes } from "../../../ui/classes.ts";
import { Field } from "../../../ui/Field.tsx";
import { Select } from "../../../ui/Select.tsx";
import { CourseRow, RowButton } from "./CourseRow.tsx";
import type { DraftSection } from "./pathDraft.ts";

type Props = {
  section: DraftSection;
  index: number;
  count: number;
  error: (field: "title" | "needed" | "courses") => string | undefined;
  onChange: (change: Partial<DraftSection>) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
  onAdd: () => void;
  onRemoveCourse: (id: number) => void;
  onMoveCourse: (id: number, step: -1 | 1) => void;
  canMove: (id: number, step: -1 | 1) => boolean;
};

/** Edits a section of a path: its title, its rule and its courses. */
export function SectionCard(props: Props) {
  const { t } = useLingui();
  const { section, index, count, error, onChange } = props;
  const { key, title, needed, in_order, courses } = section;
  const name = title || t`Section ${index + 1}`;
  const total = courses.length;
  // In others, a course is dropped on another course.
  const { setNodeRef, isOver } = useDroppable({ id: key, disabled: total > 0 });

  return (
    <li className="grid gap-4 rounded-card border border-line bg-surface p-5">
      <div className="flex flex-wrap items-end gap-2">
        <Field
          className="min-w-0 flex-1 basis-48"
          label={t`Title of section ${index + 1}`}
          maxLength={200}
          value={title}
          error={error("title")}
          onChange={({ target }) => onChange({ title: target.value })}
        />
        <span className="flex pb-1">
          <RowButton
            icon={ArrowUp}
            label={t`Move ${name} up`}
            disabled={index === 0}
            onPress={() => props.onMove(index - 1)}
          />
          <RowButton
            icon={ArrowDown}
            label={t`Move ${name} down`}
            disabled={index === count - 1}
            onPress={() => props.onMove(index + 1)}
          />
          <RowButton icon={Trash2} label={t`Remove ${name}`} onPress={props.onRemove} />
        </span>
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Select
          label={t`Courses needed`}
          value={Number(needed) > total ? "" : needed}
          error={error("needed")}
          onChange={({ target }) => onChange({ needed: target.value })}
          options={[
            { value: "", label: t`All courses` },
            ...Array.from({ length: Math.max(0, total - 1) }, (_, nth) => ({
              value: String(nth + 1),
              label: t`Any ${nth + 1} of ${total}`,
            })),
          ]}
        />
        <Checkbox
          className="sm:pt-8"
          label={t`One course after the other`}
          checked={in_order}
          onChange={({ target }) => onChange({ in_order: target.checked })}
        />
      </div>
      <SortableContext items={courses.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
        <ol
          ref={setNodeRef}
          aria-label={t`Courses of ${name}`}
          className={classes("grid gap-1 rounded-ctl", isOver && "bg-brand-soft", total === 0 && "min-h-12")}
        >
          {courses.map((course) => (
            <CourseRow
              key={course.id}
              course={course}
              canMoveUp={props.canMove(course.id, -1)}
              canMoveDown={props.canMove(course.id, 1)}
              onMove={(step) => props.onMoveCourse(course.id, step)}
              onRemove={() => props.onRemoveCourse(course.id)}
            />
          ))}
        </ol>
      </SortableContext>
      {total === 0 && <p className="-mt-14 px-3 py-3 text-sm text-muted">{t`No courses in this section yet.`}</p>}
      {error("courses") && (
        <p role="alert" className="text-sm text-danger">
          {error("courses")}
        </p>
      )}
      <Button
        kind="quiet"
        size="small"
        className="justify-self-start"
        aria-label={t`Add courses to ${name}`}
        onClick={props.onAdd}
      >
        <Plus size={15} aria-hidden />
        {t`Add courses`}
      </Button>
    </li>
  );
}

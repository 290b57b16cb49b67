import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { sortableKeyboardCoordinates } from "@dnd-kit/sortable";
import { useLingui } from "@lingui/react/macro";
import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { SearchPicker } from "../../../app/membership/SearchPicker.tsx";
import { execute } from "../../../app/graphql.ts";
import { Button } from "../../../ui/Button.tsx";
import { LearningPathCourses } from "../paths.documents.ts";
import {
  addSection,
  changeSection,
  type DraftCourse,
  type DraftSection,
  findCourse,
  getNeighbour,
  moveCourse,
  moveSection,
  removeCourse,
  removeSection,
} from "./pathDraft.ts";
import { SectionCard } from "./SectionCard.tsx";
import { useCourseAnnouncements } from "./useCourseAnnouncements.ts";

type Props = {
  sections: DraftSection[];
  onChange: (sections: DraftSection[]) => void;
  error: (field: string) => string | undefined;
};

// The same object each time, so that sensors are not created again.
const byPointer = { activationConstraint: { distance: 4 } };
const byKeyboard = { coordinateGetter: sortableKeyboardCoordinates };

/** Edits the sections of a path and their courses, which are dragged, or moved by buttons, also between sections. */
export function SectionsEditor({ sections, onChange, error }: Props) {
  const { t } = useLingui();
  const [addingTo, setAddingTo] = useState<string | null>(null);
  const [moved, setMoved] = useState("");
  const known = useRef(new Map<number, DraftCourse>());
  const sensors = useSensors(useSensor(PointerSensor, byPointer), useSensor(KeyboardSensor, byKeyboard));
  const accessibility = useCourseAnnouncements(sections);
  const ids = sections.flatMap(({ courses }) => courses.map(({ id }) => id));

  return (
    <>
      <DndContext sensors={sensors} collisionDetection={closestCenter} accessibility={accessibility} onDragEnd={drop}>
        <ol className="grid gap-4">
          {sections.map((section, index) => (
            <SectionCard
              key={section.key}
              section={section}
              index={index}
              count={sections.length}
              error={(field) => error(`sections.${index}.${field}`)}
              onChange={(change) => onChange(changeSection(sections, section.key, change))}
              onMove={(to) => onChange(moveSection(sections, index, to))}
              onRemove={() => onChange(removeSection(sections, section.key))}
              onAdd={() => setAddingTo(section.key)}
              onRemoveCourse={(id) => onChange(removeCourse(sections, id))}
              onMoveCourse={(id, step) => {
                const place = findCourse(sections, id);
                const to = place && getNeighbour(sections, place, step);
                if (!to) return;
                const title = sections[place.section]!.courses[place.index]!.title;
                onChange(moveCourse(sections, id, to));
                setMoved(t`${title} is at position ${to.index + 1} of section ${to.section + 1}.`);
              }}
              canMove={(id, step) => {
                const place = findCourse(sections, id);
                return place !== null && getNeighbour(sections, place, step) !== null;
              }}
            />
          ))}
        </ol>
      </DndContext>
      <p role="status" className="sr-only">
        {moved}
      </p>
      {error("sections") && (
        <p role="alert" className="text-sm text-danger">
          {error("sections")}
        </p>
      )}
      <Button
        kind="quiet"
        className="justify-self-start"
        onClick={() => onChange(addSection(sections, crypto.randomUUID()))}
      >
        <Plus size={16} aria-hidden />
        {t`Add section`}
      </Button>
      <SearchPicker
        open={addingTo !== null}
        onClose={() => setAddingTo(null)}
        title={t`Add courses`}
        searchLabel={t`Search courses`}
        busy={false}
        kind="learning path courses"
        without={ids}
        find={async (search) => {
          const { learningPathCourses } = await execute(LearningPathCourses, { search });
          for (const course of learningPathCourses) known.current.set(course.id, course);
          return learningPathCourses.map(({ id, title, is_published }) => ({
            id,
            label: title || t`Untitled course`,
            note: is_published ? undefined : t`Draft`,
          }));
        }}
        onAdd={(added) => {
          const section = sections.find(({ key }) => key === addingTo);
          const courses = added.flatMap((id) => known.current.get(id) ?? []);
          if (section) onChange(changeSection(sections, section.key, { courses: [...section.courses, ...courses] }));
          setAddingTo(null);
        }}
      />
    </>
  );

  function drop({ active, over }: DragEndEvent) {
    if (!over || over.id === active.id) return;
    const section = sections.findIndex(({ key }) => key === over.id);
    const to =
      section === -1 ? findCourse(sections, Number(over.id)) : { section, index: sections[section]!.courses.length };
    if (to) onChange(moveCourse(sections, Number(active.id), to));
  }
}

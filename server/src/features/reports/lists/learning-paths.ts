import { getPath, getPageOfPaths } from "../../learning-paths/learning-paths.service.ts";
import { getPageOfPeople } from "../../learning-paths/assigning.service.ts";
import { defineTable, fromPages } from "../table.ts";
import { getId } from "./people.ts";

const pathsList = defineTable({
  kind: "learning-paths-list",
  title: "pathsTitle",
  fileName: "learning-paths",
  permission: "learning_path.view",
  filters: ["state", "search"],
  open: async (actor, { branchUrl, state, search, sort }) =>
    fromPages((page) => getPageOfPaths(actor, { branchUrl, status: state, search, sort, ...page })),
  columns: [
    { label: "title", value: (path) => path.title },
    { label: "status", value: ({ status }) => `${status}_status`, format: "term" },
    { label: "coursesTitle", value: (path) => path.courses, format: "number" },
    { label: "people", value: (path) => path.people, format: "number" },
    { label: "completed", value: (path) => path.completed, format: "number" },
    { label: "updated", value: (path) => path.updated_at, format: "day" },
  ],
});

const pathPeople = defineTable({
  kind: "learning-path-people",
  title: "pathPeopleTitle",
  fileName: "learning-path-people",
  permission: "learning_path.view",
  filters: ["path_id", "state", "due", "search"],
  open: async (actor, { path_id, branchUrl, state, due, search, sort }) => {
    const path = await getPath(actor, getId(path_id, "Learning path"), branchUrl);
    return fromPages((page) => getPageOfPeople(path, { status: state, due, search, sort, ...page }));
  },
  columns: [
    { label: "name", value: ({ first_name, last_name }) => `${first_name} ${last_name}` },
    { label: "email", value: (person) => person.email },
    { label: "status", value: ({ status }) => `${status}_status`, format: "term" },
    { label: "progress", value: (person) => person.progress, format: "percent" },
    { label: "coursesDone", value: (person) => person.courses_done, format: "number" },
    { label: "coursesNeeded", value: (person) => person.courses_needed, format: "number" },
    {
      label: "whyAssigned",
      value: ({ sources }, { text }) =>
        sources.map(({ kind, name }) => name ?? text(kind === "self" ? "self_reason" : "person_reason")).join("; "),
    },
    { label: "dueDate", value: (person) => person.due_on, format: "date" },
    { label: "assignedDate", value: (person) => person.assigned_at, format: "day" },
    { label: "completionDate", value: (person) => person.completed_at, format: "day" },
  ],
});

export const learningPathLists = [pathsList, pathPeople];

import { inBranch, opened, type Operation, url, withId } from "./operation.ts";

/** The root fields of learning paths. */
export const LEARNING_PATH_OPERATIONS: Record<string, Operation> = {
  assignLearningPath: opened(
    "learning_path.assign",
    (at) => `id: ${at.learningPath}, to: { user_ids: [${at.user}], group_ids: [], branch_ids: [] }, ${url(at)}`,
  ),
  createLearningPath: opened(
    "learning_path.manage",
    (at) => `input: { title: "New", status: "draft", sections: [{ course_ids: [${at.course}] }] }, ${url(at)}`,
  ),
  deleteLearningPath: withId("learning_path.manage", "learningPath"),
  enrolInLearningPath: withId("learn", "learningPath"),
  learningPath: withId("learning_path.view", "learningPath"),
  learningPathCatalogue: inBranch("learn"),
  learningPathChoices: withId("learning_path.assign", "learningPath"),
  learningPathCourses: inBranch("learning_path.manage"),
  learningPathRemoval: withId("learning_path.manage", "learningPath"),
  learningPaths: inBranch("learning_path.view"),
  measureLearningPathChange: opened(
    "learning_path.manage",
    (at) =>
      `id: ${at.learningPath}, version: 1, input: { title: "Newer", status: "published", sections: [{ course_ids: [${at.course}] }] }, ${url(at)}`,
  ),
  myLearningPath: withId("learn", "learningPath"),
  myLearningPaths: inBranch("learn"),
  restoreLearningPathAssignment: opened(
    "deleted.restore",
    (at) => `id: ${at.learningPath}, to: { user_ids: [${at.user}] }, ${url(at)}`,
  ),
  unassignLearningPath: opened(
    "learning_path.assign",
    (at) => `id: ${at.learningPath}, from: { user_ids: [${at.user}] }, ${url(at)}`,
  ),
  updateLearningPath: opened(
    "learning_path.manage",
    (at) =>
      `id: ${at.learningPath}, version: 1, input: { title: "Newer", status: "published", in_catalogue: true, sections: [{ course_ids: [${at.course}] }] }, ${url(at)}`,
  ),
};

/** The users and courses of groups and branches, which store them alike. Callers get the reach and keep the rules. */
export {
  countCourses,
  countPeople,
  deleteCourse,
  deletePerson,
  findCourses,
  findPeople,
  insertCourses,
  insertPeople,
  listCourses,
  listCoursesToAdd,
  listPeople,
  listPeopleToAdd,
  type MemberCourse,
  type MemberUser,
  type NamedUser,
  selectPeople,
} from "./members.queries.ts";

import { graphql } from "../../../app/graphql.ts";

export const CoursesToCopyTo = graphql(`
  query CoursesToCopyTo($search: String, $branchUrl: String) {
    coursesPage(editable: true, search: $search, sort: "title", limit: 21, branchUrl: $branchUrl) {
      total
      rows {
        id
        title
        status
      }
    }
  }
`);

export const CopyUnits = graphql(`
  mutation CopyUnits($course_id: Int!, $unit_ids: [Int!]!, $to_course_id: Int!, $branchUrl: String) {
    copyUnits(course_id: $course_id, unit_ids: $unit_ids, to_course_id: $to_course_id, branchUrl: $branchUrl) {
      course_id
      title
      version
      unit_ids
    }
  }
`);

export const MoveUnits = graphql(`
  mutation MoveUnits($course_id: Int!, $unit_ids: [Int!]!, $version: Int!, $to_course_id: Int!, $branchUrl: String) {
    moveUnits(
      course_id: $course_id
      unit_ids: $unit_ids
      version: $version
      to_course_id: $to_course_id
      branchUrl: $branchUrl
    ) {
      course_id
      title
      version
      unit_ids
      from_version
      learners
    }
  }
`);

export const UndoMoveUnits = graphql(`
  mutation UndoMoveUnits(
    $course_id: Int!
    $unit_ids: [Int!]!
    $version: Int!
    $to_course_id: Int!
    $moved_unit_ids: [Int!]!
    $to_version: Int!
    $branchUrl: String
  ) {
    undoMoveUnits(
      course_id: $course_id
      unit_ids: $unit_ids
      version: $version
      to_course_id: $to_course_id
      moved_unit_ids: $moved_unit_ids
      to_version: $to_version
      branchUrl: $branchUrl
    ) {
      id
    }
  }
`);

export const RemoveUnits = graphql(`
  mutation RemoveUnits($course_id: Int!, $unit_ids: [Int!]!, $version: Int!, $branchUrl: String) {
    removeUnits(course_id: $course_id, unit_ids: $unit_ids, version: $version, branchUrl: $branchUrl) {
      id
    }
  }
`);

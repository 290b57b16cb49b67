import { graphql } from "../../app/graphql.ts";

export const CoursesPage = graphql(`
  query CoursesPage($limit: Int, $offset: Int, $search: String, $sort: String, $branchUrl: String) {
    coursesPage(limit: $limit, offset: $offset, search: $search, sort: $sort, branchUrl: $branchUrl) {
      total
      rows {
        id
        title
        price
        status
        learners
        may_edit
        owning_branch
        updated_at
        categories {
          id
          name
        }
      }
    }
  }
`);

export const DuplicateCourse = graphql(`
  mutation DuplicateCourse($id: Int!, $branchUrl: String) {
    duplicateCourse(id: $id, branchUrl: $branchUrl) {
      id
      title
    }
  }
`);

export const DeleteCourse = graphql(`
  mutation DeleteCourse($id: Int!, $branchUrl: String) {
    deleteCourse(id: $id, branchUrl: $branchUrl) {
      id
    }
  }
`);

export const ImportCourse = graphql(`
  mutation ImportCourse($file_path: String!, $branchUrl: String) {
    importCourse(file_path: $file_path, branchUrl: $branchUrl) {
      id
    }
  }
`);

export const CourseImport = graphql(`
  query CourseImport($id: Int!) {
    courseImport(id: $id) {
      state
      stored
      total
      problems
      course_id
    }
  }
`);

import { graphql } from "../../app/graphql.ts";

export const CourseOverview = graphql(`
  query CourseOverview($id: Int!, $branchUrl: String) {
    course(id: $id, branchUrl: $branchUrl) {
      id
      title
      description
      course_code
      level
      thumbnail
      categories {
        id
        name
        parent {
          id
          name
        }
      }
      completion_rules
      completion_percentage
      completed_date
      due_on
      due_status
      progress
      units_completed
      total_units
      units_needed
      is_complete
      attempt
      retake_from
      prerequisites {
        id
        title
        is_complete
      }
      resources {
        id
        name
        file_path
        pdf_path
        type
        is_downloadable
        category {
          id
          name
        }
      }
      units {
        id
        title
        type
        unit_order
        is_complete
        time_limit
        time_spent
      }
    }
  }
`);

export const RetakeCourse = graphql(`
  mutation RetakeCourse($course_id: Int!, $branchUrl: String) {
    retakeCourse(course_id: $course_id, branchUrl: $branchUrl) {
      id
    }
  }
`);

export const CourseEnrollment = graphql(`
  mutation CourseEnrollment($input: CourseEnrollmentInput!, $branchUrl: String) {
    courseEnrollment(input: $input, branchUrl: $branchUrl) {
      id
    }
  }
`);

export const MyCourses = graphql(`
  query MyCourses($branchUrl: String) {
    myCourses(branchUrl: $branchUrl) {
      id
      title
      thumbnail
      progress
      date_assigned
      due_on
      due_status
      categories {
        id
        name
        parent {
          id
          name
        }
      }
    }
    myLearningPaths(branchUrl: $branchUrl) {
      id
      title
      courses_done
      courses_needed
      due_on
      due_status
      completed_at
    }
  }
`);

export const Catalogue = graphql(`
  query Catalogue(
    $hasPaths: Boolean! = true
    $category: Int
    $search: String
    $price: String
    $notStarted: Boolean
    $sort: String
    $limit: Int
    $offset: Int
    $branchUrl: String
  ) {
    catalogue(
      category: $category
      search: $search
      price: $price
      notStarted: $notStarted
      sort: $sort
      limit: $limit
      offset: $offset
      branchUrl: $branchUrl
    ) {
      sort
      current {
        id
        name
      }
      parent {
        id
        name
      }
      categories {
        id
        name
        image
      }
      choices {
        id
        name
        parent {
          id
          name
        }
      }
      total
      rows {
        id
        title
        thumbnail
        price
      }
      newest(limit: 9) {
        id
        title
        thumbnail
        price
      }
    }
    learningPathCatalogue(search: $search, branchUrl: $branchUrl) @include(if: $hasPaths) {
      id
      title
      courses
    }
  }
`);

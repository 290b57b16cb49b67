import { graphql } from "../../app/graphql.ts";
import type { CoursePeopleQuery } from "../../gen/graphql.ts";

export type PersonRow = CoursePeopleQuery["coursePeople"]["rows"][number];

export const CoursePeople = graphql(`
  query CoursePeople(
    $course_id: Int!
    $branchUrl: String
    $search: String
    $status: String
    $source: String
    $group_id: Int
    $branch_id: Int
    $due: String
    $sort: String
    $limit: Int
    $offset: Int
  ) {
    coursePeople(
      course_id: $course_id
      branchUrl: $branchUrl
      search: $search
      status: $status
      source: $source
      group_id: $group_id
      branch_id: $branch_id
      due: $due
      sort: $sort
      limit: $limit
      offset: $offset
    ) {
      total
      rows {
        id
        first_name
        last_name
        email
        is_active
        status
        progress
        assigned_at
        completed_at
        due_on
        due_status
        is_due_by_hand
        last_active_on
        may_manage
        sources {
          kind
          group
        }
      }
    }
  }
`);

export const CourseOfPeople = graphql(`
  query CourseOfPeople($id: Int!, $branchUrl: String) {
    course(id: $id, branchUrl: $branchUrl) {
      title
      may_edit
    }
  }
`);

export const PeopleChoices = graphql(`
  query PeopleChoices($search: String, $branchUrl: String) {
    usersPage(search: $search, limit: 50, sort: "name", branchUrl: $branchUrl) {
      rows {
        id
        first_name
        last_name
        email
        is_active
        in_reach
      }
    }
  }
`);

export const GroupChoices = graphql(`
  query GroupChoices($search: String, $branchUrl: String) {
    groups(search: $search, branchUrl: $branchUrl) {
      id
      name
    }
  }
`);

export const BranchChoices = graphql(`
  query BranchChoices($search: String, $branchUrl: String) {
    branches(search: $search, branchUrl: $branchUrl) {
      id
      name
      url
    }
  }
`);

export const PeopleToEnrol = graphql(`
  query PeopleToEnrol($course_id: Int!, $people: PeopleFilter!, $branchUrl: String) {
    peopleToEnrol(course_id: $course_id, people: $people, branchUrl: $branchUrl) {
      total
      enrolled
    }
  }
`);

export const EnrolByFilter = graphql(`
  mutation EnrolByFilter($course_id: Int!, $people: PeopleFilter!, $due: DueInput, $branchUrl: String) {
    enrolByFilter(course_id: $course_id, people: $people, due: $due, branchUrl: $branchUrl) {
      id
      total
      enrolled
      state
    }
  }
`);

export const EnrolmentRun = graphql(`
  query EnrolmentRun($id: Int!, $branchUrl: String) {
    enrolmentRun(id: $id, branchUrl: $branchUrl) {
      id
      total
      done
      enrolled
      state
      problem
    }
  }
`);

export const UndoEnrolmentRun = graphql(`
  mutation UndoEnrolmentRun($id: Int!, $branchUrl: String) {
    undoEnrolmentRun(id: $id, branchUrl: $branchUrl)
  }
`);

export const EndCourseEnrolments = graphql(`
  mutation EndCourseEnrolments($course_id: Int!, $people: CoursePeopleFilter!, $branchUrl: String) {
    endCourseEnrolments(course_id: $course_id, people: $people, branchUrl: $branchUrl) {
      count
      ended_ids
    }
  }
`);

export const ChangeDueDates = graphql(`
  mutation ChangeDueDates($course_id: Int!, $people: CoursePeopleFilter!, $due: DueInput, $branchUrl: String) {
    changeDueDates(course_id: $course_id, people: $people, due: $due, branchUrl: $branchUrl) {
      count
      former {
        user_id
        due_on
        is_by_hand
      }
    }
  }
`);

export const RestoreDueDates = graphql(`
  mutation RestoreDueDates($course_id: Int!, $dates: [FormerDueDateInput!]!, $branchUrl: String) {
    restoreDueDates(course_id: $course_id, dates: $dates, branchUrl: $branchUrl)
  }
`);

export const RestoreEnrolments = graphql(`
  mutation RestoreEnrolments($ids: [Int!]!) {
    restoreEnrolments(ids: $ids)
  }
`);

export const ResetProgress = graphql(`
  mutation ResetProgress($course_id: Int!, $people: CoursePeopleFilter!, $branchUrl: String) {
    resetProgress(course_id: $course_id, people: $people, branchUrl: $branchUrl)
  }
`);

export const MarkCourseComplete = graphql(`
  mutation MarkCourseComplete($course_id: Int!, $people: CoursePeopleFilter!, $reason: String!, $branchUrl: String) {
    markCourseComplete(course_id: $course_id, people: $people, reason: $reason, branchUrl: $branchUrl) {
      count
      user_ids
      at
    }
  }
`);

export const TakeBackCompletion = graphql(`
  mutation TakeBackCompletion($course_id: Int!, $user_ids: [Int!]!, $at: String!, $branchUrl: String) {
    takeBackCompletion(course_id: $course_id, user_ids: $user_ids, at: $at, branchUrl: $branchUrl)
  }
`);

export const LimitedTests = graphql(`
  query LimitedTests($id: Int!, $branchUrl: String) {
    course(id: $id, branchUrl: $branchUrl) {
      tests {
        id
        title
        attempts_allowed
      }
    }
  }
`);

export const TestAllowance = graphql(`
  query TestAllowance($course_id: Int!, $unit_id: Int!, $user_id: Int!, $branchUrl: String) {
    testAllowance(course_id: $course_id, unit_id: $unit_id, user_id: $user_id, branchUrl: $branchUrl)
  }
`);

export const AllowTestAttempts = graphql(`
  mutation AllowTestAttempts($course_id: Int!, $unit_id: Int!, $user_id: Int!, $extra: Int!, $branchUrl: String) {
    allowTestAttempts(
      course_id: $course_id
      unit_id: $unit_id
      user_id: $user_id
      extra: $extra
      branchUrl: $branchUrl
    ) {
      attempts_allowed
    }
  }
`);

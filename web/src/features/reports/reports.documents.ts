import { graphql } from "../../app/graphql.ts";
import type { CourseReportQuery } from "../../gen/graphql.ts";

export type Report = CourseReportQuery["courseReport"];

export const ReportCoursesPage = graphql(`
  query ReportCoursesPage(
    $branchUrl: String
    $branchUrls: [String!]
    $group_ids: [Int!]
    $category_id: Int
    $from: String
    $to: String
    $search: String
    $sort: String
    $limit: Int
    $offset: Int
  ) {
    reportsAllCourses(
      branchUrl: $branchUrl
      branchUrls: $branchUrls
      group_ids: $group_ids
      category_id: $category_id
      from: $from
      to: $to
    ) {
      coursesPage(search: $search, sort: $sort, limit: $limit, offset: $offset) {
        total
        stats {
          completionRate
          completed
          inProgress
          notStarted
          trainingTime
        }
        rows {
          id
          title
          category
          assignedLearners
          completedLearners
        }
      }
    }
  }
`);

export const ReportChoices = graphql(`
  query ReportChoices($branchUrl: String) {
    reportChoices(branchUrl: $branchUrl) {
      branches {
        id
        name
        url
      }
      groups {
        id
        name
      }
      categories {
        id
        name
      }
    }
  }
`);

export const CourseReport = graphql(`
  query CourseReport(
    $courseId: Int!
    $branchUrl: String
    $branchUrls: [String!]
    $group_ids: [Int!]
    $from: String
    $to: String
  ) {
    courseReport(
      courseId: $courseId
      branchUrl: $branchUrl
      branchUrls: $branchUrls
      group_ids: $group_ids
      from: $from
      to: $to
    ) {
      id
      title
      category
      thumbnail
      createdAt
      updatedAt
      stats {
        assignedLearners
        completedLearners
        completionRate
        learnersInProgress
        learnersNotStarted
        trainingTime
      }
      activityOverTime {
        weekStart
        assignedCount
        completedCount
      }
      timeSpentWeekly {
        weekStart
        averageTimeSpent
      }
    }
  }
`);

export const CourseReportUsers = graphql(`
  query CourseReportUsers(
    $courseId: Int!
    $branchUrl: String
    $branchUrls: [String!]
    $group_ids: [Int!]
    $from: String
    $to: String
    $search: String
    $sort: String
    $limit: Int
    $offset: Int
  ) {
    courseReport(
      courseId: $courseId
      branchUrl: $branchUrl
      branchUrls: $branchUrls
      group_ids: $group_ids
      from: $from
      to: $to
    ) {
      id
      usersPage(search: $search, sort: $sort, limit: $limit, offset: $offset) {
        total
        rows {
          id
          name
          role
          progress
          assignedDate
          completionDate
          dueDate
          dueStatus
          timeSpent
        }
      }
    }
  }
`);

export const CourseQuestions = graphql(`
  query CourseQuestions(
    $courseId: Int!
    $branchUrl: String
    $branchUrls: [String!]
    $group_ids: [Int!]
    $from: String
    $to: String
  ) {
    courseReport(
      courseId: $courseId
      branchUrl: $branchUrl
      branchUrls: $branchUrls
      group_ids: $group_ids
      from: $from
      to: $to
    ) {
      id
      questions {
        id
        question
        type
        unitId
        unit
        answered
        correct
        tries
        options {
          text
          people
        }
      }
    }
  }
`);

export const ReportsAllUsers = graphql(`
  query ReportsAllUsers(
    $branchUrl: String
    $branchUrls: [String!]
    $group_ids: [Int!]
    $category_id: Int
    $from: String
    $to: String
  ) {
    reportsAllUsers(
      branchUrl: $branchUrl
      branchUrls: $branchUrls
      group_ids: $group_ids
      category_id: $category_id
      from: $from
      to: $to
    ) {
      stats {
        completionRate
        completedCourses
        coursesInProgress
        coursesNotStarted
        trainingTime
      }
    }
  }
`);

export const ReportUsersPage = graphql(`
  query ReportUsersPage(
    $branchUrl: String
    $branchUrls: [String!]
    $group_ids: [Int!]
    $category_id: Int
    $from: String
    $to: String
    $search: String
    $sort: String
    $limit: Int
    $offset: Int
  ) {
    reportsAllUsers(
      branchUrl: $branchUrl
      branchUrls: $branchUrls
      group_ids: $group_ids
      category_id: $category_id
      from: $from
      to: $to
    ) {
      usersPage(search: $search, sort: $sort, limit: $limit, offset: $offset) {
        total
        rows {
          id
          name
          email
          completedCourses
          coursesInProgress
          coursesNotStarted
        }
      }
    }
  }
`);

export const UserReport = graphql(`
  query UserReport($id: Int!, $branchUrl: String, $category_id: Int, $from: String, $to: String) {
    user(id: $id, branchUrl: $branchUrl) {
      id
      first_name
      last_name
      email
    }
    userProgress(userId: $id, branchUrl: $branchUrl, category_id: $category_id, from: $from, to: $to) {
      totalCourses
      averageCompletionRate
      completedCourses
      inProgressCourses
      notStartedCourses
      courses {
        id
        title
        completionPercentage
        is_complete
        unitsCompleted
        totalUnits
        timeSpent
      }
    }
  }
`);

export const UserCourseUnits = graphql(`
  query UserCourseUnits($id: Int!, $branchUrl: String) {
    userProgress(userId: $id, branchUrl: $branchUrl) {
      courses {
        id
        units {
          contents {
            id
            title
            is_complete
            time_spent
          }
          videos {
            id
            title
            is_complete
            time_spent
          }
          audios {
            id
            title
            is_complete
            time_spent
          }
          documents {
            id
            title
            is_complete
            time_spent
          }
          iframes {
            id
            title
            is_complete
            time_spent
          }
          scorms {
            id
            title
            is_complete
            time_spent
          }
          assignments {
            id
            title
            is_complete
            time_spent
          }
          surveys {
            id
            title
            is_complete
            time_spent
          }
          tests {
            id
            title
            is_complete
            time_spent
          }
        }
      }
    }
  }
`);

export const UserCertificates = graphql(`
  query UserCertificates($id: Int!, $branchUrl: String, $from: String, $to: String) {
    certificatesOfUser(userId: $id, branchUrl: $branchUrl, from: $from, to: $to) {
      course_id
      path_id
      title
      completed_date
      expiry_date
    }
  }
`);

export const UserActivityLog = graphql(`
  query UserActivityLog(
    $id: Int!
    $page: Int
    $limit: Int
    $language: String
    $from: String
    $to: String
    $kind: String
    $branchUrl: String
  ) {
    userActivityLog(
      id: $id
      page: $page
      limit: $limit
      language: $language
      from: $from
      to: $to
      kind: $kind
      branchUrl: $branchUrl
    ) {
      data {
        id
        message
        created_at
      }
      paginatorInfo {
        currentPage
        lastPage
        total
      }
    }
  }
`);

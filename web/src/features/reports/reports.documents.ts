import { graphql } from "../../app/graphql.ts";

export const ReportsAllCourses = graphql(`
  query ReportsAllCourses($branchUrl: String, $branchUrls: [String!]) {
    reportsAllCourses(branchUrl: $branchUrl, branchUrls: $branchUrls) {
      totalCourses
      courses {
        id
        title
        category
        assignedLearners
        completedLearners
        learnersInProgress
        learnersNotStarted
        trainingTime
      }
    }
  }
`);

export const ReportBranches = graphql(`
  query ReportBranches($branchUrl: String) {
    branches(branchUrl: $branchUrl) {
      id
      name
      url
    }
  }
`);

export const CourseReport = graphql(`
  query CourseReport($courseId: Int!, $branchUrl: String) {
    courseReport(courseId: $courseId, branchUrl: $branchUrl) {
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
    $search: String
    $sort: String
    $limit: Int
    $offset: Int
    $branchUrl: String
  ) {
    courseReport(courseId: $courseId, branchUrl: $branchUrl) {
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
          timeSpent
        }
      }
    }
  }
`);

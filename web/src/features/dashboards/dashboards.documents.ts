import { graphql } from "../../app/graphql.ts";

export const DashboardData = graphql(`
  query DashboardData($branchUrl: String, $isTeaching: Boolean = false) {
    dashboardData(branchUrl: $branchUrl) {
      recentCourses {
        id
        name
        users
      }
      recentUsers {
        id
        first_name
        last_name
        assignedCourses
        completedCourses
      }
      analyticsData {
        completionRate
        completedCourses
        inProgressCourses
        notStartedCourses
        assignedCourses
        trainingTime
        activeUsers
        inactiveUsers
        totalCourses
      }
      teaching @include(if: $isTeaching) {
        submissionsWaiting
        learnersInProgress
        learnersInactive
      }
    }
  }
`);

export const LearnerDashboard = graphql(`
  query LearnerDashboard($branchUrl: String) {
    userProgress(branchUrl: $branchUrl) {
      totalCourses
      completedCourses
      inProgressCourses
      notStartedCourses
      averageCompletionRate
      courses(limit: 3) {
        id
        title
        thumbnail
        completionPercentage
        enrolledDate
        due_on
        due_status
      }
      unenrolledCourses(limit: 3) {
        id
        title
        thumbnail
      }
      path: courses(limit: 100) {
        id
        title
        is_complete
        unitsCompleted
        totalUnits
        due_on
        due_status
      }
    }
  }
`);

export const LearnerProgress = graphql(`
  query LearnerProgress($branchUrl: String) {
    userProgress(branchUrl: $branchUrl) {
      totalCourses
      completedCourses
      inProgressCourses
      notStartedCourses
      averageCompletionRate
      courses {
        id
        title
        is_complete
        completionPercentage
        unitsCompleted
        totalUnits
        timeSpent
      }
    }
  }
`);

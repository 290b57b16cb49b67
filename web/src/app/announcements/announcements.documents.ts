import { graphql } from "../graphql.ts";

export const SendAnnouncement = graphql(`
  mutation SendAnnouncement(
    $input: AnnouncementInput!
    $users: UserFilterInput
    $course_id: Int
    $course_people: CoursePeopleFilter
    $branchUrl: String
  ) {
    sendAnnouncement(
      input: $input
      users: $users
      course_id: $course_id
      course_people: $course_people
      branchUrl: $branchUrl
    ) {
      id
    }
  }
`);

export const Announcement = graphql(`
  query Announcement($id: Int!, $branchUrl: String) {
    announcement(id: $id, branchUrl: $branchUrl) {
      id
      total
      sent
      inactive
      no_mail
      is_done
      skipped {
        id
        first_name
        last_name
        reason
      }
    }
  }
`);

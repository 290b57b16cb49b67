import { graphql } from "../../../app/graphql.ts";

export const ReportSchedules = graphql(`
  query ReportSchedules {
    reportSchedules {
      id
      name
      kind
      course_id
      branchUrls
      group_ids
      category_id
      every
      day
      hour
      is_paused
      next_at
      last_sent_at
      people {
        id
        name
        outcome
        outcome_at
      }
    }
  }
`);

export const ScheduleChoices = graphql(`
  query ScheduleChoices {
    reportReaders {
      id
      name
    }
    branches {
      id
      name
      url
    }
    reportChoices {
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

export const CreateReportSchedule = graphql(`
  mutation CreateReportSchedule($input: ReportScheduleInput!) {
    createReportSchedule(input: $input) {
      id
    }
  }
`);

export const EditReportSchedule = graphql(`
  mutation EditReportSchedule($id: Int!, $input: ReportScheduleInput!) {
    editReportSchedule(id: $id, input: $input) {
      id
    }
  }
`);

export const PauseReportSchedule = graphql(`
  mutation PauseReportSchedule($id: Int!, $is_paused: Boolean!) {
    pauseReportSchedule(id: $id, is_paused: $is_paused) {
      id
    }
  }
`);

export const DeleteReportSchedule = graphql(`
  mutation DeleteReportSchedule($id: Int!) {
    deleteReportSchedule(id: $id)
  }
`);

export const SendReportSchedule = graphql(`
  mutation SendReportSchedule($id: Int!) {
    sendReportSchedule(id: $id)
  }
`);

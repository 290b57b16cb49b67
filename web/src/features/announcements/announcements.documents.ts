import { graphql } from "../../app/graphql.ts";

export const ReceivedAnnouncement = graphql(`
  query ReceivedAnnouncement($id: Int!) {
    receivedAnnouncement(id: $id) {
      subject
      body
      sender
      created_at
    }
  }
`);

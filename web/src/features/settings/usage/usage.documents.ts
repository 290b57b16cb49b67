import { graphql } from "../../../app/graphql.ts";
import type { InstanceUsageQuery } from "../../../gen/graphql.ts";

export type Usage = InstanceUsageQuery["instanceUsage"]["people"];

export const InstanceUsage = graphql(`
  query InstanceUsage {
    instanceUsage {
      people {
        used
        limit
        state
      }
      storage {
        used
        limit
        state
      }
      days {
        day
        people
        licences
        bytes
      }
    }
  }
`);

import { graphql } from "../../app/graphql.ts";

export const SystemReport = graphql(`
  query SystemReport {
    systemReport {
      versions {
        name
        version
      }
      checks {
        part
        title
        state
        detail
        remedy
      }
      queues {
        name
        waiting
        active
        failed
        longest_wait
      }
      log_level {
        level
        standard
        is_chosen
        until
      }
      running_statements {
        text
        seconds
      }
      slowest_statements {
        text
        seconds
        calls
      }
    }
  }
`);

export const SendSystemTestMail = graphql(`
  mutation SendSystemTestMail {
    sendSystemTestMail {
      to
      problem
    }
  }
`);

export const SetLogLevel = graphql(`
  mutation SetLogLevel($level: String, $minutes: Int) {
    setLogLevel(level: $level, minutes: $minutes) {
      level
    }
  }
`);

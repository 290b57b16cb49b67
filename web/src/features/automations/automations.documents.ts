import { graphql } from "../../app/graphql.ts";

export const Automations = graphql(`
  query Automations($limit: Int, $offset: Int, $search: String, $sort: String, $isOn: Boolean, $branchUrl: String) {
    automations(limit: $limit, offset: $offset, search: $search, sort: $sort, is_on: $isOn, branchUrl: $branchUrl) {
      total
      rows {
        id
        name
        is_on
        owning_branch
        problem
        last_run_at
        failed
        runs_as
        trigger {
          kind
          object_id
          object_name
          days
        }
      }
    }
  }
`);

export const Automation = graphql(`
  query Automation($id: Int!, $branchUrl: String) {
    automation(id: $id, branchUrl: $branchUrl) {
      id
      name
      is_on
      version
      owning_branch
      runs_as
      problem
      last_run_at
      failed
      failed_formerly
      waiting
      trigger {
        kind
        object_id
        object_name
        days
      }
      conditions {
        role
        state
        group_id
        group_name
        branch_id
        branch_name
        idle_days
        is_overdue
        field_id
        field_name
        field_value
      }
      actions {
        kind
        course_id
        path_id
        group_id
        badge_id
        object_name
        due {
          on
          days
        }
        to
        subject
        text
      }
    }
  }
`);

export const AutomationRuns = graphql(`
  query AutomationRuns(
    $id: Int!
    $state: String
    $limit: Int
    $offset: Int
    $search: String
    $sort: String
    $branchUrl: String
  ) {
    automationRuns(
      id: $id
      state: $state
      limit: $limit
      offset: $offset
      search: $search
      sort: $sort
      branchUrl: $branchUrl
    ) {
      total
      rows {
        id
        user_id
        name
        email
        happened_at
        ran_at
        state
        is_former
        problem
        about
        on
        results {
          kind
          outcome
        }
      }
    }
  }
`);

export const AutomationChoices = graphql(`
  query AutomationChoices($kind: AutomationObjectKind!, $search: String, $branchUrl: String) {
    automationChoices(kind: $kind, search: $search, branchUrl: $branchUrl) {
      id
      name
    }
  }
`);

export const DryRunAutomation = graphql(`
  query DryRunAutomation(
    $id: Int
    $input: AutomationInput!
    $limit: Int
    $offset: Int
    $search: String
    $branchUrl: String
  ) {
    dryRunAutomation(id: $id, input: $input, limit: $limit, offset: $offset, search: $search, branchUrl: $branchUrl) {
      total
      people
      is_timed
      rows {
        id
        name
        email
        about
        on
      }
    }
  }
`);

export const CreateAutomation = graphql(`
  mutation CreateAutomation($input: AutomationInput!, $branchUrl: String) {
    createAutomation(input: $input, branchUrl: $branchUrl) {
      id
    }
  }
`);

export const UpdateAutomation = graphql(`
  mutation UpdateAutomation($id: Int!, $version: Int!, $input: AutomationInput!, $branchUrl: String) {
    updateAutomation(id: $id, version: $version, input: $input, branchUrl: $branchUrl) {
      id
    }
  }
`);

export const SwitchAutomation = graphql(`
  mutation SwitchAutomation($id: Int!, $isOn: Boolean!, $branchUrl: String) {
    switchAutomation(id: $id, is_on: $isOn, branchUrl: $branchUrl) {
      id
      name
      is_on
    }
  }
`);

export const DeleteAutomation = graphql(`
  mutation DeleteAutomation($id: Int!, $branchUrl: String) {
    deleteAutomation(id: $id, branchUrl: $branchUrl) {
      id
    }
  }
`);

export const RetryAutomationRuns = graphql(`
  mutation RetryAutomationRuns($id: Int!, $runIds: [Int!], $branchUrl: String) {
    retryAutomationRuns(id: $id, run_ids: $runIds, branchUrl: $branchUrl)
  }
`);

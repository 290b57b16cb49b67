import { graphql } from "../../app/graphql.ts";

export const LmsInstancesPage = graphql(`
  query LmsInstancesPage($limit: Int, $offset: Int, $search: String, $sort: String) {
    lmsInstancesPage(limit: $limit, offset: $offset, search: $search, sort: $sort) {
      total
      rows {
        id
        name
        domain
        license_count
        is_active
        subscription {
          id
          status
        }
      }
    }
  }
`);

export const InstanceHead = graphql(`
  query InstanceHead($id: Int!) {
    lmsInstance(id: $id) {
      id
      name
      domain
      is_active
      license_count
      licenses_used
      branch_limit
      branches_used
      subscription {
        status
      }
    }
  }
`);

export const InstanceUsers = graphql(`
  query InstanceUsers($id: Int!, $limit: Int, $offset: Int, $search: String, $sort: String) {
    lmsInstance(id: $id) {
      usersPage(limit: $limit, offset: $offset, search: $search, sort: $sort) {
        total
        rows {
          id
          first_name
          last_name
          email
          is_active
          is_owner
        }
      }
    }
  }
`);

export const InstanceCourses = graphql(`
  query InstanceCourses($id: Int!, $limit: Int, $offset: Int, $search: String, $sort: String) {
    lmsInstance(id: $id) {
      coursesPage(limit: $limit, offset: $offset, search: $search, sort: $sort) {
        total
        rows {
          id
          title
        }
      }
    }
  }
`);

export const InstanceBranches = graphql(`
  query InstanceBranches($id: Int!, $limit: Int, $offset: Int, $search: String, $sort: String) {
    lmsInstance(id: $id) {
      branchesPage(limit: $limit, offset: $offset, search: $search, sort: $sort) {
        total
        rows {
          id
          name
        }
      }
    }
  }
`);

export const InstanceSubscriptions = graphql(`
  query InstanceSubscriptions($id: Int!, $limit: Int, $offset: Int, $search: String, $sort: String) {
    lmsInstance(id: $id) {
      subscriptionsPage(limit: $limit, offset: $offset, search: $search, sort: $sort) {
        total
        rows {
          id
          status
          billing_interval
          amount
          trial_ends_at
          plan_ends_at
        }
      }
    }
  }
`);

export const InstanceFields = graphql(`
  query InstanceFields($id: Int!) {
    lmsInstance(id: $id) {
      id
      name
      domain
      license_count
      branch_limit
      storage_limit_gb
      theme
      primary_color
      secondary_color
      api_access
      branding_enabled
      is_active
      trial_ends_at
    }
  }
`);

export const CreateLmsInstance = graphql(`
  mutation CreateLmsInstance(
    $name: String!
    $domain: String
    $license_count: Int
    $branch_limit: Int
    $storage_limit_gb: Int
    $theme: String
    $primary_color: String
    $secondary_color: String
    $api_access: Boolean
    $branding_enabled: Boolean
    $trial_ends_at: String
    $is_active: Boolean
  ) {
    createLmsInstance(
      name: $name
      domain: $domain
      license_count: $license_count
      branch_limit: $branch_limit
      storage_limit_gb: $storage_limit_gb
      theme: $theme
      primary_color: $primary_color
      secondary_color: $secondary_color
      api_access: $api_access
      branding_enabled: $branding_enabled
      trial_ends_at: $trial_ends_at
      is_active: $is_active
    ) {
      id
      name
    }
  }
`);

export const UpdateLmsInstance = graphql(`
  mutation UpdateLmsInstance(
    $id: Int!
    $name: String!
    $domain: String
    $license_count: Int
    $branch_limit: Int
    $storage_limit_gb: Int
    $theme: String
    $primary_color: String
    $secondary_color: String
    $api_access: Boolean
    $branding_enabled: Boolean
    $trial_ends_at: String
    $is_active: Boolean
  ) {
    updateLmsInstance(
      id: $id
      name: $name
      domain: $domain
      license_count: $license_count
      branch_limit: $branch_limit
      storage_limit_gb: $storage_limit_gb
      theme: $theme
      primary_color: $primary_color
      secondary_color: $secondary_color
      api_access: $api_access
      branding_enabled: $branding_enabled
      trial_ends_at: $trial_ends_at
      is_active: $is_active
    ) {
      id
      name
      domain
    }
  }
`);

export const DeleteLmsInstance = graphql(`
  mutation DeleteLmsInstance($id: Int!, $name: String!) {
    deleteLmsInstance(id: $id, name: $name) {
      id
    }
  }
`);

export const SubscriptionFields = graphql(`
  query SubscriptionFields($id: Int!) {
    subscription(id: $id) {
      id
      instance_id
      status
      billing_interval
      amount
      trial_ends_at
      plan_ends_at
      storage_limit_gb
    }
  }
`);

export const CreateSubscription = graphql(`
  mutation CreateSubscription(
    $instance_id: Int!
    $billing_interval: String!
    $amount: Float!
    $trial_ends_at: String
    $plan_ends_at: String
    $storage_limit_gb: Int
  ) {
    createSubscription(
      instance_id: $instance_id
      billing_interval: $billing_interval
      amount: $amount
      trial_ends_at: $trial_ends_at
      plan_ends_at: $plan_ends_at
      storage_limit_gb: $storage_limit_gb
    ) {
      id
    }
  }
`);

export const UpdateSubscription = graphql(`
  mutation UpdateSubscription(
    $id: Int!
    $billing_interval: String!
    $amount: Float!
    $trial_ends_at: String
    $plan_ends_at: String
    $storage_limit_gb: Int
    $status: String!
  ) {
    updateSubscription(
      id: $id
      billing_interval: $billing_interval
      amount: $amount
      trial_ends_at: $trial_ends_at
      plan_ends_at: $plan_ends_at
      storage_limit_gb: $storage_limit_gb
      status: $status
    ) {
      id
    }
  }
`);

export const DeleteInstanceUser = graphql(`
  mutation DeleteInstanceUser($id: Int!) {
    deleteUser(id: $id) {
      id
    }
  }
`);

export const DeleteInstanceCourse = graphql(`
  mutation DeleteInstanceCourse($id: Int!) {
    deleteCourse(id: $id) {
      id
    }
  }
`);

export const DeleteInstanceBranch = graphql(`
  mutation DeleteInstanceBranch($id: Int!) {
    deleteBranch(branch_id: $id) {
      id
    }
  }
`);

export const DeleteSubscription = graphql(`
  mutation DeleteSubscription($id: Int!) {
    deleteSubscription(id: $id) {
      id
    }
  }
`);

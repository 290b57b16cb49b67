import { graphql } from "../../app/graphql.ts";

export const CategoriesPage = graphql(`
  query CategoriesPage($limit: Int, $offset: Int, $search: String, $sort: String, $branchUrl: String) {
    categoriesPage(limit: $limit, offset: $offset, search: $search, sort: $sort, branchUrl: $branchUrl) {
      total
      rows {
        id
        name
        parent_name
        depth
      }
    }
  }
`);

export const CategoryFields = graphql(`
  query CategoryFields($id: Int!, $branchUrl: String) {
    category(id: $id, branchUrl: $branchUrl) {
      id
      name
      parent_id
      image
      branches {
        id
        name
      }
      groups {
        id
        name
      }
    }
  }
`);

export const ParentChoices = graphql(`
  query ParentChoices($branchUrl: String) {
    categories(branchUrl: $branchUrl) {
      id
      name
      parent_id
    }
  }
`);

export const PlaceChoices = graphql(`
  query PlaceChoices($branchUrl: String) {
    branches(branchUrl: $branchUrl) {
      id
      name
    }
    groups(branchUrl: $branchUrl) {
      id
      name
    }
  }
`);

export const AddCategory = graphql(`
  mutation AddCategory(
    $name: String!
    $parent_id: Int
    $branch_ids: [Int!]
    $group_ids: [Int!]
    $image: Upload
    $branchUrl: String
  ) {
    createCategory(
      name: $name
      parent_id: $parent_id
      branch_ids: $branch_ids
      group_ids: $group_ids
      image: $image
      branchUrl: $branchUrl
    ) {
      id
      name
    }
  }
`);

export const UpdateCategory = graphql(`
  mutation UpdateCategory(
    $id: Int!
    $name: String!
    $parent_id: Int
    $branch_ids: [Int!]
    $group_ids: [Int!]
    $image: Upload
    $remove_image: Boolean
    $branchUrl: String
  ) {
    updateCategory(
      id: $id
      name: $name
      parent_id: $parent_id
      branch_ids: $branch_ids
      group_ids: $group_ids
      image: $image
      remove_image: $remove_image
      branchUrl: $branchUrl
    ) {
      id
      name
    }
  }
`);

export const DeleteCategory = graphql(`
  mutation DeleteCategory($id: Int!, $branchUrl: String) {
    deleteCategory(id: $id, branchUrl: $branchUrl) {
      id
    }
  }
`);

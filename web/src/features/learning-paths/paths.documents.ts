import { graphql } from "../../app/graphql.ts";

export const LearningPaths = graphql(`
  query LearningPaths($limit: Int, $offset: Int, $search: String, $sort: String, $status: String, $branchUrl: String) {
    learningPaths(
      limit: $limit
      offset: $offset
      search: $search
      sort: $sort
      status: $status
      branchUrl: $branchUrl
    ) {
      total
      rows {
        id
        title
        status
        in_catalogue
        owning_branch
        may_edit
        courses
        people
        completed
        updated_at
      }
    }
  }
`);

export const LearningPath = graphql(`
  query LearningPath($id: Int!, $branchUrl: String) {
    learningPath(id: $id, branchUrl: $branchUrl) {
      id
      title
      description
      status
      in_catalogue
      is_sequential
      due_days
      certificate_months
      may_edit
      sections {
        title
        needed
        in_order
        courses {
          id
          title
          is_published
        }
      }
      figures {
        people
        completed
        in_progress
        overdue
      }
      members {
        kind
        id
        name
        people
      }
    }
  }
`);

export const LearningPathPeople = graphql(`
  query LearningPathPeople(
    $id: Int!
    $limit: Int
    $offset: Int
    $search: String
    $sort: String
    $status: String
    $due: String
    $branchUrl: String
  ) {
    learningPath(id: $id, branchUrl: $branchUrl) {
      peoplePage(limit: $limit, offset: $offset, search: $search, sort: $sort, status: $status, due: $due) {
        total
        rows {
          id
          name
          email
          status
          progress
          courses_done
          courses_needed
          is_met
          due_on
          due_status
          assigned_at
          completed_at
          sources {
            kind
            name
          }
        }
      }
    }
  }
`);

export const PathCertificateTemplates = graphql(`
  query PathCertificateTemplates {
    certificateTemplateChoices {
      id
      name
    }
  }
`);

export const LearningPathToEdit = graphql(`
  query LearningPathToEdit($id: Int!, $branchUrl: String) {
    learningPath(id: $id, branchUrl: $branchUrl) {
      id
      version
      title
      description
      cover
      status
      in_catalogue
      is_sequential
      due_days
      certificate_months
      certificate_template_id
      may_edit
      figures {
        people
      }
      sections {
        title
        needed
        in_order
        courses {
          id
          title
          is_published
        }
      }
    }
  }
`);

export const LearningPathChoices = graphql(`
  query LearningPathChoices($id: Int!, $search: String, $branchUrl: String) {
    learningPathChoices(id: $id, search: $search, branchUrl: $branchUrl) {
      people {
        id
        name
        detail
      }
      groups {
        id
        name
        detail
      }
      branches {
        id
        name
        detail
      }
    }
  }
`);

export const LearningPathCourses = graphql(`
  query LearningPathCourses($search: String, $branchUrl: String) {
    learningPathCourses(search: $search, branchUrl: $branchUrl) {
      id
      title
      is_published
    }
  }
`);

export const LearningPathRemoval = graphql(`
  query LearningPathRemoval($id: Int!, $branchUrl: String) {
    learningPathRemoval(id: $id, branchUrl: $branchUrl) {
      ends
      keeps
    }
  }
`);

export const CreateLearningPath = graphql(`
  mutation CreateLearningPath($input: LearningPathInput!, $branchUrl: String) {
    createLearningPath(input: $input, branchUrl: $branchUrl) {
      id
    }
  }
`);

export const UpdateLearningPath = graphql(`
  mutation UpdateLearningPath($id: Int!, $version: Int!, $input: LearningPathInput!, $branchUrl: String) {
    updateLearningPath(id: $id, version: $version, input: $input, branchUrl: $branchUrl) {
      id
    }
  }
`);

export const MeasureLearningPathChange = graphql(`
  mutation MeasureLearningPathChange($id: Int!, $version: Int!, $input: LearningPathInput!, $branchUrl: String) {
    measureLearningPathChange(id: $id, version: $version, input: $input, branchUrl: $branchUrl) {
      people
      gain
      keep
      lose
      complete
      stay_complete
    }
  }
`);

export const DeleteLearningPath = graphql(`
  mutation DeleteLearningPath($id: Int!, $branchUrl: String) {
    deleteLearningPath(id: $id, branchUrl: $branchUrl) {
      id
    }
  }
`);

export const AssignLearningPath = graphql(`
  mutation AssignLearningPath($id: Int!, $to: LearningPathAssignmentInput!, $branchUrl: String) {
    assignLearningPath(id: $id, to: $to, branchUrl: $branchUrl) {
      added
    }
  }
`);

export const RestoreLearningPathAssignment = graphql(`
  mutation RestoreLearningPathAssignment($id: Int!, $to: LearningPathAssignmentInput!, $branchUrl: String) {
    restoreLearningPathAssignment(id: $id, to: $to, branchUrl: $branchUrl) {
      id
    }
  }
`);

export const UnassignLearningPath = graphql(`
  mutation UnassignLearningPath($id: Int!, $from: LearningPathAssignmentInput!, $branchUrl: String) {
    unassignLearningPath(id: $id, from: $from, branchUrl: $branchUrl) {
      id
    }
  }
`);

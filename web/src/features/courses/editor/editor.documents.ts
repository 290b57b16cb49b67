import { graphql } from "../../../app/graphql.ts";

export const EditCourse = graphql(`
  mutation EditCourse($input: EditCourseInput!, $branchUrl: String) {
    editCourse(input: $input, branchUrl: $branchUrl) {
      id
      version
    }
  }
`);

export const AnnounceEditing = graphql(`
  mutation AnnounceEditing($id: Int!, $window: String!, $leaving: Boolean, $branchUrl: String) {
    announceEditing(id: $id, window: $window, leaving: $leaving, branchUrl: $branchUrl) {
      version
      saved_by
      editors {
        id
        name
      }
    }
  }
`);

export const CourseImpact = graphql(`
  query CourseImpact($id: Int!, $branchUrl: String) {
    courseImpact(id: $id, branchUrl: $branchUrl) {
      learners
      inProgress
    }
  }
`);

export const UnitImpact = graphql(`
  query UnitImpact($id: Int!, $unit_id: Int!, $branchUrl: String) {
    courseImpact(id: $id, unit_id: $unit_id, branchUrl: $branchUrl) {
      learners
    }
  }
`);

export const CategoryChoices = graphql(`
  query CategoryChoices($branchUrl: String) {
    categories(branchUrl: $branchUrl) {
      id
      name
      parent_id
    }
  }
`);

export const CreateCategory = graphql(`
  mutation CreateCategory($name: String!, $parent_id: Int, $branchUrl: String) {
    createCategory(name: $name, parent_id: $parent_id, branchUrl: $branchUrl) {
      id
      name
      parent_id
    }
  }
`);

export const CourseChoices = graphql(`
  query CourseChoices($branchUrl: String) {
    courses(includeHidden: true, branchUrl: $branchUrl) {
      id
      title
      status
    }
  }
`);

export const CertificateTypes = graphql(`
  query CertificateTypes {
    certificateTypes
  }
`);

export const CertificateTemplateChoices = graphql(`
  query CertificateTemplateChoices {
    certificateTemplateChoices {
      id
      name
    }
  }
`);

export const ResourceCategories = graphql(`
  query ResourceCategories($branchUrl: String) {
    resourceCategories(branchUrl: $branchUrl) {
      id
      name
    }
  }
`);

export const CreateResourceCategory = graphql(`
  mutation CreateResourceCategory($name: String!, $branchUrl: String) {
    createResourceCategory(name: $name, branchUrl: $branchUrl) {
      id
      name
    }
  }
`);

export const PackageState = graphql(`
  query PackageState($id: Int!) {
    scormPackage(id: $id) {
      kind
      version
      title
      state
      files
      files_done
      launch_units
    }
  }
`);

export const PreviewCourse = graphql(`
  query PreviewCourseOfAus($scorm_id: Int!, $branchUrl: String) {
    cmi5Preview(scorm_id: $scorm_id, branchUrl: $branchUrl) {
      title
      members {
        kind
        identifier
        uuid
        title
        description
        depth
        launch_method
        is_done
        is_failed
        is_begun
        is_waived
        score
      }
    }
  }
`);

export const PreviewAu = graphql(`
  mutation PreviewAu($scorm_id: Int!, $au: String!, $branchUrl: String) {
    previewAu(scorm_id: $scorm_id, au: $au, branchUrl: $branchUrl) {
      url
      frame_url
      launch_method
    }
  }
`);

export const PreviewScorm = graphql(`
  mutation PreviewScorm($scorm_id: Int!, $branchUrl: String) {
    previewScorm(scorm_id: $scorm_id, branchUrl: $branchUrl) {
      url
      frame_url
      kind
    }
  }
`);

import { graphql } from "../../../app/graphql.ts";

export const CourseToEdit = graphql(`
  query CourseToEdit($id: Int!, $branchUrl: String) {
    course(id: $id, branchUrl: $branchUrl) {
      id
      version
      may_edit
      owning_branch
      status
      title
      description
      course_code
      categories {
        id
        name
        parent_id
      }
      price
      hide_from_catalog
      capacity
      level
      start_date
      start_time
      end_date
      end_time
      completion_rules
      completion_percentage
      learning_path
      certificate_type
      thumbnail
      resources {
        id
        name
        file_path
        type
        is_downloadable
        category {
          id
          name
        }
      }
      contents {
        ...UnitToEdit
        content
      }
      videos {
        ...UnitToEdit
        content
        video_path
        file_name
        youtube_link
        captions {
          language
          file_path
          file_name
        }
      }
      audios {
        ...UnitToEdit
        content
        audio_path
        file_name
      }
      documents {
        ...UnitToEdit
        description
        file_path
        file_name
        file_type
        pdf_path
      }
      iframes {
        ...UnitToEdit
        content
        url
        embed_url
      }
      scorms {
        ...UnitToEdit
        scorm_path
        scorm_id
        file_name
      }
      tests {
        ...UnitToEdit
        draws {
          category
          count
        }
      }
      assignments {
        ...UnitToEdit
        content
      }
    }
  }

  fragment UnitToEdit on Unit {
    id
    type
    title
    unit_order
    completion_option
    time_limit
    tests {
      id
      type
      question
      required_points
      options {
        text
        checked
      }
      pairs {
        left
        right
      }
      rules {
        condition
        word
        points
      }
    }
  }
`);

export const CreateCourse = graphql(`
  mutation CreateCourse(
    $title: String!
    $description: String!
    $course_code: String
    $categories: [Int!]
    $price: Float
    $hide_from_catalog: Boolean
    $capacity: Int
    $level: String
    $start_date: String
    $start_time: String
    $end_date: String
    $end_time: String
    $completion_rules: String
    $completion_percentage: Int
    $learning_path: [Int!]
    $thumbnail: String
    $certificate_type: String
    $resources: [ResourceInput!]
    $content: [ContentUnitInput!]
    $video: [VideoUnitInput!]
    $audio: [AudioUnitInput!]
    $document: [DocumentUnitInput!]
    $iframe: [IframeUnitInput!]
    $scorm: [ScormUnitInput!]
    $assignment: [AssignmentUnitInput!]
    $test_units: [TestUnitInput!]
    $tests: [QuestionInput!]
    $status: String
    $branchUrl: String
  ) {
    createCourse(
      title: $title
      description: $description
      course_code: $course_code
      categories: $categories
      price: $price
      hide_from_catalog: $hide_from_catalog
      capacity: $capacity
      level: $level
      start_date: $start_date
      start_time: $start_time
      end_date: $end_date
      end_time: $end_time
      completion_rules: $completion_rules
      completion_percentage: $completion_percentage
      learning_path: $learning_path
      thumbnail: $thumbnail
      certificate_type: $certificate_type
      resources: $resources
      content: $content
      video: $video
      audio: $audio
      document: $document
      iframe: $iframe
      scorm: $scorm
      assignment: $assignment
      test_units: $test_units
      tests: $tests
      status: $status
      branchUrl: $branchUrl
    ) {
      id
      version
    }
  }
`);

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
    }
  }
`);

export const CertificateTypes = graphql(`
  query CertificateTypes {
    certificateTypes
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
      launch_method
    }
  }
`);

export const PreviewScorm = graphql(`
  mutation PreviewScorm($scorm_id: Int!, $branchUrl: String) {
    previewScorm(scorm_id: $scorm_id, branchUrl: $branchUrl) {
      url
      kind
    }
  }
`);

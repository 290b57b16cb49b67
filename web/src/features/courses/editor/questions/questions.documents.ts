import { graphql } from "../../../../app/graphql.ts";

export const ReadQuestions = graphql(`
  query ReadQuestions($format: String!, $content: String!, $branchUrl: String) {
    readQuestions(format: $format, content: $content, branchUrl: $branchUrl) {
      problems {
        line
        source
        message
      }
      notes {
        line
        source
        message
      }
      questions {
        ...WrittenQuestionFields
        line
        source
        pictures {
          place
          index
          name
          alt
        }
      }
    }
  }

  fragment WrittenQuestionFields on WrittenQuestion {
    type
    question
    required_points
    accepted {
      feedback
      text
      tolerance
      weight
    }
    matches_case
    rubric {
      criterion
      levels {
        text
        points
      }
    }
    min_words
    max_words
    marker_note
    points
    feedback
    options {
      feedback
      text
      checked
      weight
      picture {
        file
        alt
      }
      region {
        x
        y
        width
        height
      }
    }
    pairs {
      left
      right
      picture {
        file
        alt
      }
    }
    media {
      kind
      file
      alt
    }
    rules {
      condition
      word
      points
    }
  }
`);

export const ExportQuestions = graphql(`
  query ExportQuestions($format: String!, $category: String, $search: String, $branchUrl: String) {
    exportQuestions(format: $format, category: $category, search: $search, branchUrl: $branchUrl) {
      name
      content
      is_base64
      written
      left_out {
        line
        message
      }
    }
  }
`);

export const WriteQuestions = graphql(`
  query WriteQuestions($format: String!, $title: String!, $questions: [QuestionInput!]!, $branchUrl: String) {
    writeQuestions(format: $format, title: $title, questions: $questions, branchUrl: $branchUrl) {
      name
      content
      is_base64
      written
      left_out {
        line
        message
      }
    }
  }
`);

export const QuestionTemplate = graphql(`
  query QuestionTemplate($format: String) {
    questionTemplate(format: $format)
  }
`);

export const BankCategories = graphql(`
  query BankCategories($branchUrl: String) {
    bankCategories(branchUrl: $branchUrl) {
      name
      questions
    }
  }
`);

export const BankQuestions = graphql(`
  query BankQuestions(
    $category: String
    $search: String
    $sort: String
    $limit: Int
    $offset: Int
    $branchUrl: String
  ) {
    bankQuestions(
      category: $category
      search: $search
      sort: $sort
      limit: $limit
      offset: $offset
      branchUrl: $branchUrl
    ) {
      total
      rows {
        id
        version
        category
        may_edit
        owning_branch
        ...WrittenQuestionFields
        drawn_in {
          id
          title
        }
      }
    }
  }
`);

export const SaveToBank = graphql(`
  mutation SaveToBank($category: String!, $questions: [QuestionInput!]!, $branchUrl: String) {
    saveToBank(category: $category, questions: $questions, branchUrl: $branchUrl) {
      saved
    }
  }
`);

export const UpdateBankQuestion = graphql(`
  mutation UpdateBankQuestion(
    $id: Int!
    $version: Int
    $category: String!
    $question: QuestionInput!
    $branchUrl: String
  ) {
    updateBankQuestion(id: $id, version: $version, category: $category, question: $question, branchUrl: $branchUrl) {
      id
    }
  }
`);

export const DeleteBankQuestions = graphql(`
  mutation DeleteBankQuestions($ids: [Int!]!, $branchUrl: String) {
    deleteBankQuestions(ids: $ids, branchUrl: $branchUrl) {
      deleted
    }
  }
`);

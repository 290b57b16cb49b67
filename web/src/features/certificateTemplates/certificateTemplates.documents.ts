import { graphql } from "../../app/graphql.ts";
import type { CertificateTemplateQuery } from "../../gen/graphql.ts";

export type Template = CertificateTemplateQuery["certificateTemplate"];
export type Design = Template["design"];
export type Signature = Design["signatures"][number];

export const CertificateTemplates = graphql(`
  query CertificateTemplates($limit: Int, $offset: Int, $search: String, $sort: String) {
    certificateTemplates(limit: $limit, offset: $offset, search: $search, sort: $sort) {
      total
      rows {
        id
        name
        version
        courses
        paths
        issued
        updated_at
      }
    }
  }
`);

export const CertificateTemplate = graphql(`
  query CertificateTemplate($id: Int!, $version: Int) {
    certificateTemplate(id: $id, version: $version) {
      id
      name
      version
      courses
      design {
        layout
        orientation
        align
        ink
        primary_color
        secondary_color
        logo
        logo_url
        background_url
        heading
        lead
        name_line
        statement
        course_line
        note
        shows_site
        shows_completion
        shows_expiry
        shows_check
        number_scheme
        signatures {
          name
          title
          picture_url
        }
      }
      versions {
        version
        created_at
        created_by
        issued
      }
    }
  }
`);

export const CertificatePlaceholders = graphql(`
  query CertificatePlaceholders {
    certificatePlaceholders {
      name
      label
    }
  }
`);

export const CreateCertificateTemplate = graphql(`
  mutation CreateCertificateTemplate($input: CertificateTemplateInput!) {
    createCertificateTemplate(input: $input) {
      id
      name
    }
  }
`);

export const UpdateCertificateTemplate = graphql(`
  mutation UpdateCertificateTemplate($id: Int!, $version: Int!, $input: CertificateTemplateInput!) {
    updateCertificateTemplate(id: $id, version: $version, input: $input) {
      id
      name
    }
  }
`);

export const DeleteCertificateTemplate = graphql(`
  mutation DeleteCertificateTemplate($id: Int!) {
    deleteCertificateTemplate(id: $id) {
      id
    }
  }
`);

export const UploadCertificatePicture = graphql(`
  mutation UploadCertificatePicture($kind: String!, $file: Upload) {
    uploadCertificatePicture(kind: $kind, file: $file)
  }
`);

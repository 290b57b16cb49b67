import { graphql } from "../graphql.ts";

export const GenerateCertificate = graphql(`
  mutation GenerateCertificate($input: GenerateCertificateInput!, $branchUrl: String) {
    generateCertificate(input: $input, branchUrl: $branchUrl) {
      message
      certificate_url
    }
  }
`);

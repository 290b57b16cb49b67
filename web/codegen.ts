import type { CodegenConfig } from "@graphql-codegen/cli";

/** Writes the types of every document in `*.documents.ts`; nothing of it reaches the browser (see `src/app/graphql.ts`). */
const config: CodegenConfig = {
  schema: "../schema.graphql",
  documents: ["src/**/*.documents.ts"],
  ignoreNoDocuments: true,
  generates: {
    "src/gen/": {
      preset: "client",
      presetConfig: { fragmentMasking: false },
      config: {
        documentMode: "string",
        useTypeImports: true,
        enumsAsTypes: true,
        skipTypename: true,
        scalars: { Upload: "File", FieldColumns: "Record<number, (string | null)[]>" },
      },
    },
  },
};

export default config;

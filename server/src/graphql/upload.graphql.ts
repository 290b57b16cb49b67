import { builder } from "./builder.ts";
import { UploadedFile } from "./upload.ts";

builder.scalarType("Upload", {
  description: "A file, sent by the GraphQL multipart request convention.",
  serialize: () => {
    throw new TypeError("A file is never an answer.");
  },
  parseValue: (value) => {
    if (value instanceof UploadedFile) return value;
    throw new TypeError("Send the file as a part of a multipart request.");
  },
});

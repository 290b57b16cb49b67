const SAMPLE_PAGE = /^\/samples\/[a-z0-9-]+\.html$/;

/** Tells whether a path is that of a page which the product ships to be shown in units, such as those of the demo. */
export const isSamplePage = (path: string): boolean => SAMPLE_PAGE.test(path);

/** The headers of a sample page: the sites of the product may frame it, and it has neither scripts nor other files. */
export const SAMPLE_PAGE_HEADERS = {
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  "x-frame-options": "SAMEORIGIN",
};

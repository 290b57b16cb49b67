/** Whether the tests run: they check what is too slow to check on every request. */
export const isTest = process.env["NODE_ENV"] === "test";

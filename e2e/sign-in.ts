import type { Page } from "@playwright/test";

export const PASSWORD = "cairn-demo";

const SIGN_IN = `mutation ($email: String!, $password: String!) {
  loginUser(email: $email, password: $password) { token user { id first_name last_name email role } }
}`;

/**
 * Signs in at a site and opens the first screen, without the sign-in form: that has tests of its own, and to load it for
 * each user takes as long as many of the tests.
 * @throws what the server says when it refuses
 */
export async function signIn(page: Page, site: string, email: string): Promise<void> {
  // The smallest file of the site: its page can call the site and has its storage.
  await page.goto(`${site}/icon.svg`);
  const refusal = await page.evaluate(
    async (body) => {
      const headers = { "content-type": "application/json" };
      const response = await fetch("/graphql", { method: "POST", headers, body });
      const { data, errors } = (await response.json()) as {
        data: { loginUser: { token: string; user: object } } | null;
        errors?: { message: string }[];
      };
      if (!data) return errors?.[0]?.message ?? `The server answered ${response.status}.`;
      for (const key of ["viewer", "intendedRoute"]) localStorage.removeItem(key);
      localStorage.setItem("token", data.loginUser.token);
      localStorage.setItem("user", JSON.stringify(data.loginUser.user));
      return null;
    },
    JSON.stringify({ query: SIGN_IN, variables: { email, password: PASSWORD } }),
  );
  if (refusal !== null) throw new Error(`${email} could not sign in: ${refusal}`);
  await page.goto(`${site}/`);
  await page.waitForURL(({ pathname }) => pathname !== "/" && !pathname.startsWith("/login"));
}

/** Fills in the open sign-in form and waits for what follows it. */
export async function signInByForm(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "LOGIN" }).click();
  await page.waitForURL(({ pathname }) => !pathname.startsWith("/login"));
}

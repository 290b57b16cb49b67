import { DEMO_PASSWORD } from "../demo/people.ts";
import type { Client, TestServer } from "./server.ts";

const LOGIN = `mutation ($email: String!, $password: String!) { loginUser(email: $email, password: $password) { token } }`;

/** Signs the operator of the demo data in at the demo instance as a visitor. */
export async function operatorAt(server: TestServer): Promise<Client> {
  const { loginUser } = await server.anonymous().data(LOGIN, { email: "super@demo.test", password: DEMO_PASSWORD });
  return server.withToken(loginUser.token);
}

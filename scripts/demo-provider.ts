// Starts the identity provider of the demo on this machine, with people who show what its rules do. Ends with Ctrl-C.
import { DEMO_PROVIDER_PORT } from "../server/src/demo/single-sign-on.ts";
import { openOidcProvider } from "../server/src/testing/oidc.ts";

const PEOPLE = {
  "grace-of-the-demo": {
    email: "learner@demo.test",
    email_verified: true,
    given_name: "Grace",
    family_name: "Adeyemi",
    job_title: "Care assistant",
  },
  "a-new-trainer-in-the-south": {
    email: "lena.fischer@demo.test",
    email_verified: true,
    given_name: "Lena",
    family_name: "Fischer",
    roles: ["trainer"],
    site: "south",
    groups: ["volunteers"],
    job_title: "Trainer",
  },
  "an-unverified-email-of-another-person": { email: "manager@demo.test", email_verified: false, given_name: "Eve" },
};

/** Only the demo on this machine is sent back to, whatever its port. */
const isOfDemo = (uri: string) =>
  URL.canParse(uri) &&
  /^demo\.localhost$/.test(new URL(uri).hostname) &&
  new URL(uri).pathname.startsWith("/sso/oidc/");

const { issuer } = await openOidcProvider(PEOPLE, { port: DEMO_PROVIDER_PORT, isPublic: true, allows: isOfDemo });
process.stdout.write(`The identity provider of the demo is at ${issuer}.

1. Start the demo with IDENTITY_NETWORKS=127.0.0.1 npm start, and log in as admin@demo.test.
2. Open Single sign-on > Northgate ID, and choose Test sign-in.
3. Tick Switched on, save, and sign out: the login page has the button Continue with Northgate ID.

Ctrl-C ends it. Nobody has a password here: it is for this machine only.
`);

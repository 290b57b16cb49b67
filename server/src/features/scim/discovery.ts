import { MOST_RESULTS } from "./resources.service.ts";
import { GROUP_SCHEMA, USER_SCHEMA } from "./representation.ts";

// What the interface says of itself (RFC 7643, 5 to 7; RFC 7644, 4).

/** Operations and bytes of one bulk request. */
export const MOST_OPERATIONS = 100;
export const LARGEST_BODY = 1024 * 1024;

const CONFIG_SCHEMA = "urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig";
const TYPE_SCHEMA = "urn:ietf:params:scim:schemas:core:2.0:ResourceType";
const SCHEMA_SCHEMA = "urn:ietf:params:scim:schemas:core:2.0:Schema";

/** Describes what this server supports of SCIM (RFC 7643, section 5). `base` is the address of the endpoint. */
export function toServiceProviderConfig(base: string) {
  return {
    schemas: [CONFIG_SCHEMA],
    patch: { supported: true },
    bulk: { supported: true, maxOperations: MOST_OPERATIONS, maxPayloadSize: LARGEST_BODY },
    filter: { supported: true, maxResults: MOST_RESULTS },
    changePassword: { supported: false },
    sort: { supported: true },
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: "oauthbearertoken",
        name: "Bearer token",
        description: "A token that an admin of the site has created, in the header Authorization.",
        specUri: "https://www.rfc-editor.org/rfc/rfc6750",
        primary: true,
      },
    ],
    meta: { resourceType: "ServiceProviderConfig", location: `${base}/ServiceProviderConfig` },
  };
}

/** Describes users and groups as types of resources (RFC 7643, section 6). */
export function listResourceTypes(base: string) {
  return [
    { id: "User", endpoint: "/Users", schema: USER_SCHEMA, description: "People" },
    { id: "Group", endpoint: "/Groups", schema: GROUP_SCHEMA, description: "Groups of people" },
  ].map((type) => ({
    schemas: [TYPE_SCHEMA],
    ...type,
    name: type.id,
    meta: { resourceType: "ResourceType", location: `${base}/ResourceTypes/${type.id}` },
  }));
}

/** Describes the attributes of users and groups (RFC 7643, section 7). */
export function listSchemas(base: string) {
  return [
    { id: USER_SCHEMA, name: "User", description: "People", attributes: USER_ATTRIBUTES },
    { id: GROUP_SCHEMA, name: "Group", description: "Groups of people", attributes: GROUP_ATTRIBUTES },
  ].map((schema) => ({
    schemas: [SCHEMA_SCHEMA],
    ...schema,
    meta: { resourceType: "Schema", location: `${base}/Schemas/${schema.id}` },
  }));
}

interface Attribute {
  name: string;
  type: string;
  multiValued: boolean;
  description: string;
  required: boolean;
  caseExact: boolean;
  mutability: string;
  returned: string;
  uniqueness: string;
  subAttributes?: Attribute[];
  canonicalValues?: string[];
  referenceTypes?: string[];
}

const attribute = (name: string, description: string, more: Partial<Attribute> = {}): Attribute => ({
  name,
  type: "string",
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: "readWrite",
  returned: "default",
  uniqueness: "none",
  ...more,
});
const READ_ONLY = { mutability: "readOnly" };
const LIST = { type: "complex", multiValued: true };

const USER_ATTRIBUTES = [
  attribute("userName", "The e-mail address with which the user signs in", {
    required: true,
    uniqueness: "server",
  }),
  attribute("externalId", "The id of the user at the identity provider", { caseExact: true, uniqueness: "server" }),
  attribute("name", "The name", {
    type: "complex",
    required: true,
    subAttributes: [
      attribute("formatted", "First and last name", READ_ONLY),
      attribute("givenName", "The first name", { required: true }),
      attribute("familyName", "The last name", { required: true }),
    ],
  }),
  attribute("displayName", "First and last name", READ_ONLY),
  attribute("active", "Whether the user may sign in", { type: "boolean" }),
  attribute("emails", "The address of userName", {
    ...LIST,
    ...READ_ONLY,
    subAttributes: [
      attribute("value", "The address", READ_ONLY),
      attribute("type", "Always work", READ_ONLY),
      attribute("primary", "Always true", { type: "boolean", ...READ_ONLY }),
    ],
  }),
  attribute("roles", "The role: one of learner, instructor and manager; admin is never given here", {
    ...LIST,
    subAttributes: [
      attribute("value", "The role", { canonicalValues: ["learner", "instructor", "manager", "admin"] }),
      attribute("primary", "Whether this role counts of several", { type: "boolean" }),
    ],
  }),
  attribute("groups", "The groups of the user", {
    ...LIST,
    ...READ_ONLY,
    subAttributes: [
      attribute("value", "The id of the group", READ_ONLY),
      attribute("$ref", "The address of the group", { type: "reference", referenceTypes: ["Group"], ...READ_ONLY }),
      attribute("display", "The name of the group", READ_ONLY),
      attribute("type", "Always direct", READ_ONLY),
    ],
  }),
];

const GROUP_ATTRIBUTES = [
  attribute("displayName", "The name", { required: true, uniqueness: "server" }),
  attribute("externalId", "The id of the group at the identity provider", { caseExact: true, uniqueness: "server" }),
  attribute("members", "The users in the group", {
    ...LIST,
    subAttributes: [
      attribute("value", "The id of the user", { mutability: "immutable" }),
      attribute("$ref", "The address of the user", { type: "reference", referenceTypes: ["User"], ...READ_ONLY }),
      attribute("display", "The name of the user", READ_ONLY),
      attribute("type", "Always User", { canonicalValues: ["User"], mutability: "immutable" }),
    ],
  }),
];

import { graphql } from "../../../app/graphql.ts";
import type { PasskeysQuery, RememberedDevicesQuery, SessionsQuery } from "../../../gen/graphql.ts";

export type Session = SessionsQuery["sessions"][number];

export const SecondFactor = graphql(`
  query SecondFactor {
    secondFactor {
      is_on
      since
      has_password
      passkeys
      passkeys_here
      recovery_codes
      remember_days
      is_required
    }
  }
`);

export const StartTotp = graphql(`
  mutation StartTotp($password: String!) {
    startTotp(password: $password) {
      secret
      uri
      qr_code
    }
  }
`);

export const ConfirmTotp = graphql(`
  mutation ConfirmTotp($code: String!) {
    confirmTotp(code: $code)
  }
`);

export const ConfirmSecondFactor = graphql(`
  mutation ConfirmSecondFactor($code: String!) {
    confirmSecondFactor(code: $code)
  }
`);

export const RenewRecoveryCodes = graphql(`
  mutation RenewRecoveryCodes($code: String!) {
    renewRecoveryCodes(code: $code)
  }
`);

export const RemoveTotp = graphql(`
  mutation RemoveTotp($password: String!, $code: String!) {
    removeTotp(password: $password, code: $code)
  }
`);

export const Sessions = graphql(`
  query Sessions {
    sessions {
      id
      address
      user_agent
      created_at
      last_used_at
      is_current
    }
  }
`);

export const RevokeSession = graphql(`
  mutation RevokeSession($id: String!) {
    revokeSession(id: $id) {
      id
    }
  }
`);

export const RevokeOtherSessions = graphql(`
  mutation RevokeOtherSessions {
    revokeOtherSessions
  }
`);

export type Passkey = PasskeysQuery["passkeys"][number];

export const Passkeys = graphql(`
  query Passkeys {
    passkeys {
      id
      name
      host
      is_here
      created_at
      last_used_at
    }
  }
`);

export const StartPasskey = graphql(`
  mutation StartPasskey($password: String!) {
    startPasskey(password: $password)
  }
`);

export const AddPasskey = graphql(`
  mutation AddPasskey($name: String!, $response: String!) {
    addPasskey(name: $name, response: $response) {
      recovery_codes
    }
  }
`);

export const RenamePasskey = graphql(`
  mutation RenamePasskey($id: Int!, $name: String!) {
    renamePasskey(id: $id, name: $name) {
      id
    }
  }
`);

export const RemovePasskey = graphql(`
  mutation RemovePasskey($id: Int!, $password: String!) {
    removePasskey(id: $id, password: $password) {
      id
    }
  }
`);

export const StartPasskeyConfirmation = graphql(`
  mutation StartPasskeyConfirmation {
    startPasskeyConfirmation
  }
`);

export const ConfirmByPasskey = graphql(`
  mutation ConfirmByPasskey($response: String!) {
    confirmByPasskey(response: $response)
  }
`);

export type RememberedDevice = RememberedDevicesQuery["rememberedDevices"][number];

export const RememberedDevices = graphql(`
  query RememberedDevices {
    rememberedDevices {
      id
      host
      address
      user_agent
      created_at
      last_used_at
    }
  }
`);

export const ForgetDevice = graphql(`
  mutation ForgetDevice($id: String!) {
    forgetDevice(id: $id) {
      id
    }
  }
`);

export const OwnEmailChange = graphql(`
  query OwnEmailChange {
    emailChange {
      new_email
      expires_at
    }
  }
`);

export const StartEmailChange = graphql(`
  mutation StartEmailChange($email: String!, $password: String!) {
    startEmailChange(email: $email, password: $password) {
      new_email
    }
  }
`);

export const ResendEmailChange = graphql(`
  mutation ResendEmailChange {
    resendEmailChange {
      new_email
    }
  }
`);

export const CancelEmailChange = graphql(`
  mutation CancelEmailChange {
    cancelEmailChange
  }
`);

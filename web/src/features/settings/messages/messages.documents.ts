import { graphql } from "../../../app/graphql.ts";
import type { MessageQuery, MessagesQuery } from "../../../gen/graphql.ts";

export type ListedMessage = MessagesQuery["messages"][number];
export type Message = MessageQuery["messages"][number];

export const Messages = graphql(`
  query Messages {
    messages {
      kind
      name
      by_mail
      in_product
      always
      texts {
        language
        is_own
      }
    }
  }
`);

export const MessageOfKind = graphql(`
  query Message($kind: String!) {
    messages(kind: $kind) {
      kind
      name
      placeholders {
        name
        is_required
        in_subject
      }
      texts {
        language
        version
        is_own
        subject
        body
        default_subject
        default_body
      }
    }
  }
`);

export const PreviewMessage = graphql(`
  query PreviewMessage($input: MessageTextInput!) {
    previewMessage(input: $input) {
      subject
      blocks {
        kind
        text
      }
    }
  }
`);

export const SwitchMessage = graphql(`
  mutation SwitchMessage($kind: String!, $by_mail: Boolean, $in_product: Boolean) {
    switchMessage(kind: $kind, by_mail: $by_mail, in_product: $in_product) {
      kind
    }
  }
`);

export const UpdateMessage = graphql(`
  mutation UpdateMessage($input: MessageTextInput!, $version: String) {
    updateMessage(input: $input, version: $version) {
      kind
    }
  }
`);

export const RestoreMessage = graphql(`
  mutation RestoreMessage($kind: String!, $language: String!) {
    restoreMessage(kind: $kind, language: $language) {
      kind
      texts {
        language
        version
      }
    }
  }
`);

export const SendTestMessage = graphql(`
  mutation SendTestMessage($input: MessageTextInput!) {
    sendTestMessage(input: $input)
  }
`);

-- Which messages an instance sends, and in which words. What is not here is sent, in the product's own words.
CREATE TABLE message_switches (
  instance_id integer NOT NULL REFERENCES instances ON DELETE CASCADE,
  kind text NOT NULL,
  by_mail boolean NOT NULL DEFAULT true,
  in_product boolean NOT NULL DEFAULT true,
  PRIMARY KEY (instance_id, kind)
);

-- Plain text with placeholders such as {course}; never HTML.
CREATE TABLE message_texts (
  instance_id integer NOT NULL REFERENCES instances ON DELETE CASCADE,
  kind text NOT NULL,
  language text NOT NULL,
  subject text NOT NULL CHECK (char_length(subject) <= 200),
  body text NOT NULL CHECK (char_length(body) <= 5000),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (instance_id, kind, language)
);

-- The name beside the address that mails come from, and where replies go.
ALTER TABLE instances ADD COLUMN sender_name text, ADD COLUMN reply_to text;

-- A notification that the product does not show, because its kind was switched off when it was made. It counts as read,
-- and may still be mailed.
ALTER TABLE notifications ADD COLUMN is_hidden boolean NOT NULL DEFAULT false;

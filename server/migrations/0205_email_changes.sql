-- A new e-mail address that a user has asked for. The old one holds until a link that was sent to the new one is opened;
-- a link that was sent to the old one stops the change, for a week after it too.
CREATE TABLE email_changes (
  instance_id integer NOT NULL,
  user_id integer NOT NULL,
  old_email text NOT NULL CHECK (char_length(old_email) <= 320),
  new_email text NOT NULL CHECK (char_length(new_email) <= 320),
  -- Of the links, once they are sent.
  confirm_hash bytea,
  stop_hash bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  done_at timestamptz,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (instance_id, user_id),
  FOREIGN KEY (instance_id, user_id) REFERENCES users ON DELETE CASCADE
);
CREATE UNIQUE INDEX email_changes_confirm ON email_changes (instance_id, confirm_hash);
CREATE UNIQUE INDEX email_changes_stop ON email_changes (instance_id, stop_hash);

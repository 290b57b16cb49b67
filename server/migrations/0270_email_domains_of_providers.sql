-- The e-mail domains whose people sign in by a provider: the login page leads them there. In lower case, in ASCII.
ALTER TABLE identity_providers
  ADD COLUMN email_domains text[] NOT NULL DEFAULT '{}',
  -- Whether the login page has a button for it. Without one, only an address of its domains leads there.
  ADD COLUMN has_button boolean NOT NULL DEFAULT true;

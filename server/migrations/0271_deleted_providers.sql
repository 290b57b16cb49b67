-- A deleted provider can be restored for 30 days, with its links to users.
ALTER TABLE identity_providers ADD COLUMN deleted_at timestamptz;

-- Gigabytes that a subscription gives its instance while it is active or trialing. A limit of the instance itself comes first.
ALTER TABLE subscriptions ADD COLUMN storage_limit_gb integer CHECK (storage_limit_gb > 0);

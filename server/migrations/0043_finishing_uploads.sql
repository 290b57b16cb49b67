-- Until when one server has the making of the file to itself; it says so again while it works, so that one that died holds nobody up.
ALTER TABLE uploads ADD COLUMN finishing_until timestamptz;

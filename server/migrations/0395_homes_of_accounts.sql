-- The home page of the learner's account in an xAPI package (xAPI 1.0.3, 2.4.2.4). It is the same at each address of the
-- instance, because bookmarks belong to the account. Null in the sessions of before: theirs is the origin.
ALTER TABLE scorm_sessions ADD COLUMN account_home text;

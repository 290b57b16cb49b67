-- The rest of a brand: a logo for the dark theme, an icon, a picture beside the login form. A branch may have its own.
ALTER TABLE instances
  ADD COLUMN logo_dark_key text,
  ADD COLUMN icon_key text,
  ADD COLUMN login_picture_key text,
  -- The day on which weeks begin: 1 is Monday, 7 is Sunday.
  ADD COLUMN first_weekday smallint NOT NULL DEFAULT 1 CHECK (first_weekday IN (1, 6, 7));
ALTER TABLE branches
  ADD COLUMN logo_dark_key text,
  ADD COLUMN icon_key text,
  ADD COLUMN login_picture_key text,
  ADD COLUMN welcome_text text;

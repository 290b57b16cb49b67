-- What an organisation sets for its people: whom they ask, how dates are written, which languages they may choose.
ALTER TABLE instances
  ADD COLUMN date_format text NOT NULL DEFAULT 'day-month-year'
    CHECK (date_format IN ('day-month-year', 'month-day-year', 'year-month-day')),
  ADD COLUMN languages text[] NOT NULL DEFAULT '{en,fr,es}',
  ADD COLUMN welcome_text text,
  ADD COLUMN support_text text,
  ADD COLUMN support_email text,
  ADD COLUMN support_phone text,
  ADD COLUMN support_link text;

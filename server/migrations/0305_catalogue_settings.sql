-- Who sees the catalogue, and the order in which it opens.
ALTER TABLE instances
  ADD COLUMN catalogue_audience text NOT NULL DEFAULT 'everybody'
    CHECK (catalogue_audience IN ('everybody', 'main_site', 'nobody')),
  ADD COLUMN catalogue_sort text NOT NULL DEFAULT 'newest' CHECK (catalogue_sort IN ('newest', 'title'));

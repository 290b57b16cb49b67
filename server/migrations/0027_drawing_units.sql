-- Which courses draw from a category of the question bank: few units draw, and every question of a page of the bank asks.
CREATE INDEX units_drawing ON units (instance_id, course_id) WHERE draws <> '[]' AND deleted_at IS NULL;

-- A group, branch or field that is deleted for good 30 days after its deletion takes its memberships and values with it. Nobody
-- leaves a group, and no value changes, at that moment.
CREATE OR REPLACE FUNCTION note_branch_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM note_automation_event(NEW.instance_id, 'branch_joined', NEW.user_id, NEW.branch_id,
      jsonb_build_object('branch_id', NEW.branch_id));
  ELSIF EXISTS (SELECT FROM branches b
      WHERE b.instance_id = OLD.instance_id AND b.id = OLD.branch_id AND b.deleted_at IS NULL) THEN
    PERFORM note_automation_event(OLD.instance_id, 'branch_left', OLD.user_id, OLD.branch_id,
      jsonb_build_object('branch_id', OLD.branch_id));
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION note_group_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM note_automation_event(NEW.instance_id, 'group_joined', NEW.user_id, NEW.group_id,
      jsonb_build_object('group_id', NEW.group_id));
  ELSIF EXISTS (SELECT FROM groups g
      WHERE g.instance_id = OLD.instance_id AND g.id = OLD.group_id AND g.deleted_at IS NULL) THEN
    PERFORM note_automation_event(OLD.instance_id, 'group_left', OLD.user_id, OLD.group_id,
      jsonb_build_object('group_id', OLD.group_id));
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION note_field_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    PERFORM note_automation_event(NEW.instance_id, 'field_changed', NEW.user_id, NEW.field_id,
      jsonb_build_object('field_id', NEW.field_id));
  ELSIF EXISTS (SELECT FROM user_fields f
      WHERE f.instance_id = OLD.instance_id AND f.id = OLD.field_id AND f.deleted_at IS NULL) THEN
    PERFORM note_automation_event(OLD.instance_id, 'field_changed', OLD.user_id, OLD.field_id,
      jsonb_build_object('field_id', OLD.field_id));
  END IF;
  RETURN NULL;
END $$;

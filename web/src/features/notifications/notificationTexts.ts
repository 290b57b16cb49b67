import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { Notification } from "./notificationsQuery.ts";
import { formatLongDate } from "../../ui/format.ts";

/** Returns the text of a notification: the organisation's own, else the product's; a kind that only a newer server knows shows its course. */
export function notificationText(notification: Notification): string {
  const { kind, course_title, unit_title, user_name, on, text } = notification;
  if (text) return text;
  const course = course_title || i18n._(msg`Untitled Course`);
  const unit = unit_title || i18n._(msg`Untitled Unit`);
  const day = on ? formatLongDate(on) : "";
  switch (kind) {
    case "enrolled":
      return i18n._(msg`You have been enrolled in ‘${course}’.`);
    case "submission_received": {
      const name = user_name ?? "";
      return i18n._(msg`${name} handed in work for ‘${unit}’.`);
    }
    case "submission_accepted":
      return i18n._(msg`Your work for ‘${unit}’ was accepted.`);
    case "submission_returned":
      return i18n._(msg`Your work for ‘${unit}’ was returned.`);
    case "essay_waiting": {
      const name = user_name ?? "";
      return i18n._(msg`${name} wrote an essay in ‘${unit}’ that waits to be marked.`);
    }
    case "essays_marked":
      return i18n._(msg`Your test ‘${unit}’ has been marked.`);
    case "certificate_issued":
      return i18n._(msg`Your certificate for ‘${course}’ is ready.`);
    case "path_assigned":
      return i18n._(msg`You have been assigned the learning path ‘${course}’.`);
    case "badge_awarded": {
      const badge = notification.subject ?? "";
      return i18n._(msg`You have been awarded the badge ‘${badge}’.`);
    }
    case "begun_again":
      return i18n._(msg`You are to take ‘${course}’ again.`);
    case "course_closing":
      return i18n._(msg`‘${course}’ closes on ${day}.`);
    case "course_due":
      return i18n._(msg`‘${course}’ is due on ${day}.`);
    case "course_overdue":
      return i18n._(msg`‘${course}’ is overdue since ${day}.`);
    case "due_digest": {
      const overdue = notification.overdue ?? 0;
      const soon = notification.due_soon ?? 0;
      return i18n._(msg`Training of your people: ${overdue} overdue, ${soon} due within 7 days.`);
    }
    case "certificate_expiring":
      return i18n._(msg`Your certificate for ‘${course}’ expires on ${day}.`);
    case "export_ready":
      return i18n._(msg`The report you asked for is ready.`);
    case "registration_waiting": {
      const person = user_name ?? "";
      return i18n._(msg`${person} has registered and waits for approval.`);
    }
    case "domain_lost": {
      const domain = notification.domain ?? "";
      return i18n._(msg`The domain ${domain} is no longer proved.`);
    }
    case "announcement":
      return notification.subject ?? "";
    default:
      return course;
  }
}

/** Returns the page that a notification links to. */
export function notificationPath({
  kind,
  course_id,
  path_id,
  unit_order,
  submission_id,
  announcement_id,
}: Notification): string {
  if (path_id != null) return `/learner/path/${path_id}`;
  if (announcement_id != null) return `/learner/message/${announcement_id}`;
  if (kind === "automation_message") return "/learner/courses";
  if (kind === "badge_awarded") return "/learner/badges";
  if (kind === "due_digest") return "/reports/table?report=everything&due=overdue";
  if (kind === "domain_lost") return "/settings/domains";
  if (kind === "export_ready") return "/reports/exports";
  if (kind === "registration_waiting") return "/registrations";
  if (kind === "submission_received") return submission_id == null ? "/submissions" : `/submissions/${submission_id}`;
  if (kind === "essay_waiting") return "/submissions";
  if (kind.startsWith("certificate") || course_id == null) return "/learner/certificates";
  const isOfUnit = (kind.startsWith("submission") || kind === "essays_marked") && unit_order != null;
  return isOfUnit ? `/learner/course/${course_id}/unit/${unit_order}` : `/learner/catalog/course/${course_id}`;
}

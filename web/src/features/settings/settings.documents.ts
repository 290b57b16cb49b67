import { graphql } from "../../app/graphql.ts";
import type { InstanceSettingsQuery } from "../../gen/graphql.ts";

export type Settings = InstanceSettingsQuery["instanceSettings"];

export const InstanceSettings = graphql(`
  query InstanceSettings {
    instanceSettings {
      version
      general {
        name
        address
        time_zone
        current_time_zone
        language
        currency
        date_format
        languages
        first_weekday
      }
      brand {
        theme
        primary_color
        secondary_color
        logo_url
        logo_dark_url
        icon_url
        login_picture_url
        welcome_text
        is_enabled
      }
      support {
        text
        email
        phone
        link
      }
      sign_in {
        session_hours
        idle_minutes
        second_factor_roles
        second_factor_grace_days
        remember_days
      }
      catalogue {
        priced_courses_need_assignment
        catalogue_audience
        catalogue_sort
      }
      notifications {
        due_reminders_before
        due_reminders_after
        due_digest
        sender_name
        reply_to
      }
      privacy {
        contact_name
        contact_email
        activity_months
        audit_months
        inactive_months
      }
      points {
        is_on
        for_course
        for_path
        for_badge
      }
    }
  }
`);

export const UpdateInstanceSettings = graphql(`
  mutation UpdateInstanceSettings(
    $version: Int!
    $general: GeneralSettingsInput
    $brand: BrandSettingsInput
    $support: SupportSettingsInput
    $sign_in: SignInSettingsInput
    $catalogue: CatalogueSettingsInput
    $notifications: NotificationSettingsInput
    $privacy: PrivacySettingsInput
    $points: PointSettingsInput
    $logo: Upload
    $logo_dark: Upload
    $icon: Upload
    $login_picture: Upload
  ) {
    updateInstanceSettings(
      version: $version
      general: $general
      brand: $brand
      support: $support
      sign_in: $sign_in
      catalogue: $catalogue
      notifications: $notifications
      privacy: $privacy
      points: $points
      logo: $logo
      logo_dark: $logo_dark
      icon: $icon
      login_picture: $login_picture
    ) {
      version
      general {
        name
        time_zone
        current_time_zone
        language
        currency
        date_format
        languages
        first_weekday
      }
      brand {
        primary_color
        secondary_color
        logo_url
        logo_dark_url
        icon_url
        login_picture_url
        welcome_text
      }
      support {
        text
        email
        phone
        link
      }
      privacy {
        contact_name
        contact_email
      }
    }
  }
`);

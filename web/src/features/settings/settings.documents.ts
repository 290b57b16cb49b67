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
        language
        currency
      }
      brand {
        theme
        primary_color
        secondary_color
        logo_url
        is_enabled
      }
    }
  }
`);

export const UpdateInstanceSettings = graphql(`
  mutation UpdateInstanceSettings(
    $version: Int!
    $general: GeneralSettingsInput
    $brand: BrandSettingsInput
    $logo: Upload
  ) {
    updateInstanceSettings(version: $version, general: $general, brand: $brand, logo: $logo) {
      version
      general {
        name
        time_zone
        language
        currency
      }
      brand {
        primary_color
        secondary_color
        logo_url
      }
    }
  }
`);

import { graphql } from "./graphql.ts";

export const InstanceByUrl = graphql(`
  query InstanceByUrl($url: String!) {
    instanceByUrl(url: $url) {
      id
      name
      domain
      logo_url
      logo_dark_url
      icon_url
      login_picture_url
      primary_color
      secondary_color
      language
      time_zone
      date_format
      languages
      first_weekday
      welcome_text
      support {
        text
        email
        phone
        link
      }
      privacy_contact {
        name
        email
      }
    }
  }
`);

export const BranchByUrl = graphql(`
  query BranchByUrl($url: String!) {
    branch(url: $url) {
      id
      name
      url
      logo_url
      logo_dark_url
      icon_url
      login_picture_url
      primary_color
      secondary_color
      language
      welcome_text
    }
  }
`);

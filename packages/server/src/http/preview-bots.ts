/** How a chat program's preview reader is known, and what it can show. */
export interface PreviewBot {
  severalImages: boolean
  video: boolean
}

const BOTS =
  /discordbot|telegrambot|slackbot|slack-img|whatsapp|facebookexternalhit|facebot|linkedinbot|skypeuripreview|vkshare|pinterest|redditbot|embedly|iframely|steamchaturllookup|revoltchat|matrixpreviewbot/i
const SHOWS_SEVERAL_IMAGES = /discordbot|matrixpreviewbot/i
/** Slack plays videos only of sites that it has allowed; a still is shown for any. */
const SHOWS_NO_VIDEO = /slackbot|slack-img/i

/**
 * The preview reader that a User-Agent names, or undefined for anything else. The app of a chat program
 * itself, such as `Discord/0.0.300`, is a browser.
 */
export function previewBot(userAgent: string | undefined): PreviewBot | undefined {
  if (!userAgent || !BOTS.test(userAgent)) return undefined
  return {
    severalImages: SHOWS_SEVERAL_IMAGES.test(userAgent),
    video: !SHOWS_NO_VIDEO.test(userAgent),
  }
}

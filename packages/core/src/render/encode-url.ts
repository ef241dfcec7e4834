/**
 * An address made safe to stand inside `<…>`: what would end it, and what shows nothing and could hide
 * something, is percent-encoded.
 */
export function encodeUrl(url: string): string {
  return url
    .toWellFormed()
    .replace(/[\s\p{Cc}\p{Cf}\p{Cn}\p{Default_Ignorable_Code_Point}<>]/gu, encodeURIComponent)
}

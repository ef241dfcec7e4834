import { escapeHtml } from '@x-md/core/render/reader-html.ts'
import { lastUpdate, type Page } from '../pages/pages.ts'
import { CONTACT_URL, SECURITY_URL } from './about.ts'

const DAY_MS = 86_400_000
const SECURITY_DAYS = 180

/** `security.txt` (RFC 9116). It expires half a year from the day on which it is asked for. */
export function securityTxt(site: string, now: number): string {
  const today = Math.floor(now / DAY_MS) * DAY_MS
  return `Contact: ${SECURITY_URL}
Contact: ${CONTACT_URL}
Expires: ${new Date(today + SECURITY_DAYS * DAY_MS).toISOString()}
Preferred-Languages: en
Canonical: ${site}/.well-known/security.txt
`
}

/**
 * `robots.txt`. What people wrote on X may be found and read here, but is not given away for training, so two
 * crawlers that gather for that are refused.
 */
export function robotsTxt(site: string): string {
  return `User-agent: CCBot
User-agent: Bytespider
Disallow: /

User-agent: *
Content-Signal: search=yes, ai-input=yes, ai-train=no
Allow: /
Disallow: /api/admin

Sitemap: ${site}/sitemap.xml
`
}

/** `sitemap.xml` (https://www.sitemaps.org): the pages of this service; what is on X has no end. */
export function sitemapXml(pages: readonly Page[], site: string): string {
  const all = [{ path: '/', updated: lastUpdate(pages) }, ...pages]
  const urls = all.map(
    ({ path, updated }) => `  <url><loc>${escapeHtml(site + path)}</loc><lastmod>${updated}</lastmod></url>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`
}

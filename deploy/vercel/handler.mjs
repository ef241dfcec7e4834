import { createHandler } from '@x-md/server/handler.ts'

/** Every address. Only Vercel reaches a function, and it writes X-Forwarded-For itself, whatever a caller sent. */
const VERCEL = '0.0.0.0/1,128.0.0.0/1,::/1,8000::/1'

const { VERCEL_PROJECT_PRODUCTION_URL: site } = process.env

const handler = await createHandler(
  {
    X_MD_TRUSTED_PROXIES: VERCEL,
    // There is no disk that lasts.
    X_MD_DATA_DIR: ':memory:',
    ...(site && { X_MD_PUBLIC_URL: `https://${site}` }),
    ...process.env,
  },
  { now: Date.now, background: waitUntil },
)

// biome-ignore lint/style/noDefaultExport: it is what Vercel calls
export default handler

/** Vercel's own `waitUntil`, as @vercel/functions finds it; that package brings two dozen others. */
function waitUntil(work) {
  globalThis[Symbol.for('@vercel/request-context')]?.get?.()?.waitUntil?.(work)
}

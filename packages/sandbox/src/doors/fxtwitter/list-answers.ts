import type { Context } from 'hono'
import { API_HEADERS } from './headers.ts'

/** Every list that could not be had, for whatever reason: nobody is told which. */
export function failedList(c: Context, code: 404 | 500): Response {
  return c.body(JSON.stringify({ code, results: [], cursor: { top: null, bottom: null } }), code, API_HEADERS)
}

/** A list of nothing, without cursors. */
export function emptyList(c: Context): Response {
  return c.body(
    JSON.stringify({ code: 200, results: [], cursor: { top: null, bottom: null } }),
    200,
    API_HEADERS,
  )
}

/** The refusal of a request whose parameters are wrong. */
export function badRequest(c: Context, message: string): Response {
  return c.body(JSON.stringify({ code: 400, message }), 400, API_HEADERS)
}

import { z } from 'zod'
import { parseHandle } from './handle.ts'
import { LIST_OPTIONS, parseListOptions } from './list-request.ts'
import type { TextOptions } from './post-request.ts'
import { HANDLE_INPUT } from './profile-request.ts'

/** Whose followers, or whom they follow, is asked for. */
export const ConnectionsRequest = z.object({ handle: HANDLE_INPUT, ...LIST_OPTIONS })
export type ConnectionsRequest = z.infer<typeof ConnectionsRequest>

/**
 * Turns the text options of a read of followers, or of those followed, into a typed request.
 * @throws XmdError with the code of the option that cannot be read
 */
export function parseConnectionsRequest(text: TextOptions): ConnectionsRequest {
  return ConnectionsRequest.parse({ handle: parseHandle(text.handle), ...parseListOptions(text) })
}

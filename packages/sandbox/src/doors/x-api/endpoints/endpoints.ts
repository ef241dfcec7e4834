import type { Endpoint } from '../endpoint.ts'
import { COUNT_ENDPOINTS } from './counts.ts'
import { CREATE_ENDPOINTS } from './create-post.ts'
import { INTERACTION_ENDPOINTS } from './interactions.ts'
import { LIST_ENDPOINTS } from './lists.ts'
import { MEDIA_ENDPOINTS } from './media.ts'
import { POST_ENDPOINTS } from './posts.ts'
import { SEARCH_ENDPOINTS } from './search.ts'
import { TIMELINE_ENDPOINTS } from './timelines.ts'
import { USER_ENDPOINTS } from './users.ts'

/** Every endpoint of the door. Where two fit a path, the earlier one answers. */
export const ENDPOINTS: readonly Endpoint[] = [
  ...SEARCH_ENDPOINTS,
  ...COUNT_ENDPOINTS,
  ...POST_ENDPOINTS,
  ...CREATE_ENDPOINTS,
  ...INTERACTION_ENDPOINTS,
  ...TIMELINE_ENDPOINTS,
  ...USER_ENDPOINTS,
  ...LIST_ENDPOINTS,
  ...MEDIA_ENDPOINTS,
]

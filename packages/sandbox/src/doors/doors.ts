import type { Hono } from 'hono'
import type { World } from '../world/world.ts'
import type { Behaviour } from './behaviour.ts'
import { fxTwitterDoor } from './fxtwitter/door.ts'
import { FXTWITTER_HABITS } from './fxtwitter/rules.ts'
import { throttledAnswer } from './fxtwitter/throttled.ts'
import { mediaDoor } from './media.ts'
import { contextDevDoor, throttledMarkdown } from './scrapers/context-dev.ts'
import { firecrawlDoor, throttledScrape } from './scrapers/firecrawl.ts'
import { FIRECRAWL_HABITS } from './scrapers/rules.ts'
import { syndicationDoor, throttledTweet } from './syndication/door.ts'
import { tcoDoor } from './t-co.ts'
import { xApiDoor } from './x-api/door.ts'
import { X_API_HABITS } from './x-api/rules.ts'
import { xWebDoor } from './x-web/door.ts'
import { X_WEB_HABITS } from './x-web/rules.ts'

export interface Door {
  /** The path prefix under which it answers. */
  prefix: string
  about: string
  /**
   * The app that answers every path under the prefix.
   * @param control the routes under `/_sandbox`, to which a door adds its own switches
   */
  open(world: World, prefix: string, control: Hono): Hono
  /** What a path without the prefix answers while X throttles the service; undefined where nothing changes. */
  throttled?(path: string): Response | undefined
  /** What the catalogue tells of its ways. */
  habits?: Behaviour[]
}

/** Every service that the sandbox plays. A new one is a file of its own and a line here. */
export const DOORS: Door[] = [
  {
    prefix: '/fxtwitter',
    about: 'the public FxTwitter API, v2 and v1',
    open: fxTwitterDoor,
    throttled: throttledAnswer,
    habits: FXTWITTER_HABITS,
  },
  {
    prefix: '/syndication',
    about: 'the endpoint behind embedded posts: /tweet-result?id=&token=',
    open: syndicationDoor,
    throttled: throttledTweet,
  },
  {
    prefix: '/firecrawl',
    about: 'a paid scraper and web search: POST /v1/scrape, /v1/search, any Bearer key',
    open: firecrawlDoor,
    throttled: throttledScrape,
    habits: FIRECRAWL_HABITS,
  },
  {
    prefix: '/contextdev',
    about: 'a paid scraper: GET /v1/web/scrape/markdown?url=, any Bearer key',
    open: contextDevDoor,
    throttled: throttledMarkdown,
  },
  {
    prefix: '/x-api',
    about: 'X’s paid API v2: OAuth 1.0a and 2.0, credits, writes that last until a reset',
    open: xApiDoor,
    habits: X_API_HABITS,
  },
  {
    prefix: '/x-web',
    about: 'the GraphQL behind X’s own pages: SearchTimeline, with the cookies of a session',
    open: xWebDoor,
    habits: X_WEB_HABITS,
  },
  { prefix: '/t.co', about: "X's link shortener", open: tcoDoor },
  { prefix: '/media', about: 'pictures and videos: /pbs.twimg.com/…, /video.twimg.com/…', open: mediaDoor },
]

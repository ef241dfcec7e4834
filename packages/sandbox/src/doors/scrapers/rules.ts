import { type Behaviour, proven, unproven } from '../behaviour.ts'

export const FIRECRAWL_HABITS: Behaviour[] = [
  proven('A missing page of X is scraped with success'),
  proven('Search results may be other pages than posts, and their texts are cut'),
  unproven('A search that is not kept to site:x.com or site:twitter.com finds nothing'),
  unproven('Which pages a search finds, and the forms of their addresses'),
]

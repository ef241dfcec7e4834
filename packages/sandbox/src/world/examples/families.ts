import type { Family } from '../draft.ts'
import { ARTICLES } from './articles.ts'
import { CONVERSATIONS } from './conversations.ts'
import { EXTRAS } from './extras.ts'
import { FERRY_THREAD } from './ferry-thread.ts'
import { FIRST_POSTS } from './first-posts.ts'
import { INJECTIONS } from './injections.ts'
import { LANGUAGES } from './languages.ts'
import { LINES } from './lines.ts'
import { LINKS } from './links.ts'
import { LONG_POSTS } from './long-posts.ts'
import { PICTURES } from './pictures.ts'
import { POLLS } from './polls.ts'
import { REFERENCES } from './references.ts'
import { TEXTS } from './texts.ts'
import { THREADS } from './threads.ts'

/** Every hand-written post of the world, by subject. */
export const FAMILIES: Family[] = [
  FIRST_POSTS,
  TEXTS,
  LINKS,
  LINES,
  INJECTIONS,
  PICTURES,
  POLLS,
  REFERENCES,
  LONG_POSTS,
  EXTRAS,
  LANGUAGES,
  FERRY_THREAD,
  ARTICLES,
  THREADS,
  CONVERSATIONS,
]

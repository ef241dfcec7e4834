import { type Behaviour, proven, unproven } from '../behaviour.ts'

/** How the lists of the API behave; the ways of single posts stand with the examples. */
export const FXTWITTER_HABITS: Behaviour[] = [
  proven('count is a hint: a timeline page holds 17 to 35 posts, about 30, whatever it says'),
  proven(
    'A repost comes as its original with reposted_by, sorted by the time of the repost, which is not told',
  ),
  proven('Posts of one conversation stand together where the newest belongs, out of their own order'),
  proven('Timeline cursors hold a plain snowflake: one made for any instant leads to the page below it'),
  proven('A timeline serves its newest 3,200 posts; older pages are empty'),
  proven('Posts that cannot be read are missing from lists without a word'),
  proven(
    'since answers 204 where no post of the first page is newer, else the whole page; a cursor overrules it',
  ),
  proven('The list of a missing or suspended account is an empty 404'),
  unproven('The bottom cursor is never null: past the end it leads to the same empty page again'),
  unproven('A group spans six hours and three posts, and repeats the post that opened the conversation'),
  unproven('A cursor that cannot be read answers an empty 404'),
  unproven('Lists of a protected account are empty and have no cursors'),
  unproven('Pages of followers hold 50 to 70 users, and their last cursor begins with 0|'),
  unproven('Lists of people end after 5,400 readers; a post has up to 3,000 known reposters'),
  unproven('A search page holds 14 to 20 posts; without an author it looks at the newest 10,000 of its span'),
  unproven('Top sorts the newest 400 finds by likes, reposts and replies'),
]

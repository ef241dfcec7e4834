import { plausibleCounts } from './counts.ts'
import { postId, postSnowflake } from './ids.ts'
import { gif, photo, video } from './media.ts'
import { Memo } from './memo.ts'
import type { Account, Media, Post } from './model.ts'
import { m, t } from './parts.ts'
import { composeBody, sentence } from './prose/compose.ts'
import { Dice, hash } from './random.ts'
import { countUntil, drawTimeline, type Timeline } from './timeline.ts'

const DAY = 86_400_000
const HOUR = 3_600_000
/** An answer is written within this many days of the post that it answers. */
const ANSWER_DAYS = 3
/** A quote within these; reposts of older posts than that are not looked for. */
const LEANING_DAYS = 40
/** A follow-up answers one of the posts just before it, no older than this. */
const FOLLOW_UP_REACH = 6
const FOLLOW_UP_HOURS = 6
const APPS = ['Twitter for iPhone', 'Twitter for Android', 'Twitter Web App']

/** A follow-up answers one of the account's own posts of the last hours, where a continuation comes at once. */
type Role = 'original' | 'reply' | 'quote' | 'repost' | 'continuation' | 'follow-up'

/**
 * The posts that nobody wrote by hand. Each is drawn from its own seed when it is asked for. Who talks with
 * whom goes by the day: on each day an account has one partner whom it answers, quotes or reposts, so that
 * the answers to a post are found by asking whose partner its author was in the days after it.
 */
export class Generated {
  readonly #seed: number
  readonly #accounts: readonly Account[]
  /** Accounts that can be answered. */
  readonly #partners: readonly Account[]
  readonly #loud: readonly Account[]
  readonly #timelines = new Map<number, Timeline>()
  readonly #days = new Memo<number, Int16Array>(6_000)

  constructor(seed: number, accounts: readonly Account[]) {
    this.#seed = seed
    this.#accounts = accounts
    this.#partners = accounts.filter((account) => account.state === 'open' && account.volume > 50)
    this.#loud = [...this.#partners].sort((one, other) => other.followers - one.followers).slice(0, 24)
  }

  timeline(account: Account): Timeline {
    let timeline = this.#timelines.get(account.index)
    if (!timeline) {
      timeline = drawTimeline(this.#seed, account)
      this.#timelines.set(account.index, timeline)
    }
    return timeline
  }

  idAt(account: Account, ordinal: number): string {
    return postId(this.timeline(account).times[ordinal]!, { account: account.index, ordinal })
  }

  /** The ids of an account's posts, oldest first, up to a number of them. */
  ids(account: Account, count = account.volume): string[] {
    return Array.from({ length: count }, (_, ordinal) => this.idAt(account, ordinal))
  }

  /** The ids of all of an account's posts as numbers, oldest first. */
  snowflakes(account: Account): BigUint64Array {
    const { times } = this.timeline(account)
    return BigUint64Array.from(times, (ms, ordinal) => postSnowflake(ms, { account: account.index, ordinal }))
  }

  /** Draws a post. The caller has made sure that the account has one of this number. */
  post(account: Account, ordinal: number): Post {
    const timeline = this.timeline(account)
    const at = timeline.times[ordinal]!
    const dice = new Dice(hash(this.#seed, account.index, ordinal, 1))
    const role = this.#role(account, ordinal)
    const target = this.#target(account, ordinal, role)
    const id = postId(at, { account: account.index, ordinal })
    const post: Post = {
      id,
      author: account,
      at,
      lang: account.lang,
      body: [],
      media: [],
      counts: plausibleCounts(dice, account, at),
    }
    if (role === 'repost' && target) return { ...post, repostOf: this.idAt(target.account, target.ordinal) }
    post.source = dice.pick(APPS)
    if (role === 'continuation') post.replyTo = this.idAt(account, ordinal - 1)
    else if (role === 'follow-up' && target) post.replyTo = this.idAt(account, target.ordinal)
    else if (role === 'reply' && target) {
      post.replyTo = this.idAt(target.account, target.ordinal)
      post.replyPrefix = [{ ...m(target.account.handle), id: target.account.id }]
    } else if (role === 'quote' && target) {
      post.quote = this.idAt(target.account, target.ordinal)
      if (dice.chance(0.3)) post.quoteLink = dice.chance(0.7) ? 'permalink' : 'web'
    }
    this.#write(post, dice, role === 'reply')
    if (dice.chance(0.015)) post.gone = dice.chance(0.5) ? 'deleted' : 'deleted-without-trace'
    if (dice.chance(0.02)) post.sensitivityUnknown = true
    if (dice.chance(0.04)) delete post.source
    if (dice.chance(0.05)) post.counts.views = null
    if (dice.chance(0.05)) delete post.counts.bookmarks
    post.counts.replies = Math.max(post.counts.replies, this.replies(account, ordinal).length)
    return post
  }

  /** The id of the author's own answer to a post, where a thread goes on. */
  continuation(account: Account, ordinal: number): string | undefined {
    const next = this.#ownAnswers(account, ordinal)[0]
    return next === undefined ? undefined : this.idAt(account, next)
  }

  /** The ids of the answers to a post, from old to new. */
  replies(account: Account, ordinal: number): string[] {
    const { times } = this.timeline(account)
    const found: { at: number; id: string }[] = []
    for (const own of this.#ownAnswers(account, ordinal)) {
      found.push({ at: times[own]!, id: this.idAt(account, own) })
    }
    found.push(...this.#leaning(account, ordinal, 'reply', ANSWER_DAYS))
    return found.sort((one, other) => one.at - other.at).map(({ id }) => id)
  }

  /** The numbers of an account's answers to its own post, rising. */
  #ownAnswers(account: Account, ordinal: number): number[] {
    const found: number[] = []
    for (let i = ordinal + 1; i <= ordinal + FOLLOW_UP_REACH; i++) {
      const role = this.#role(account, i)
      if (role === 'continuation' && i === ordinal + 1) found.push(i)
      else if (role === 'follow-up' && this.#target(account, i, role)?.ordinal === ordinal) found.push(i)
    }
    return found
  }

  /** The ids of the quotes or reposts of a post in the weeks after it, from old to new. */
  leaningOn(account: Account, ordinal: number, role: 'quote' | 'repost'): string[] {
    return this.#leaning(account, ordinal, role, LEANING_DAYS)
      .sort((one, other) => one.at - other.at)
      .map(({ id }) => id)
  }

  /** What other accounts made of a post in the days after it: who had its author for a partner then, did. */
  #leaning(account: Account, ordinal: number, role: 'reply' | 'quote' | 'repost', days: number) {
    const at = this.timeline(account).times[ordinal]!
    const found: { at: number; id: string }[] = []
    const today = Math.floor(at / DAY)
    for (let day = today; day <= today + days; day++) {
      const partners = this.#partnersOn(day)
      for (
        let index = partners.indexOf(account.index);
        index >= 0;
        index = partners.indexOf(account.index, index + 1)
      ) {
        const other = this.#accounts[index]!
        if (other === account) continue
        const timeline = this.timeline(other)
        const end = countUntil(timeline.times, (day + 1) * DAY - 1)
        for (let i = countUntil(timeline.times, Math.max(at, day * DAY - 1)); i < end; i++) {
          if (this.#role(other, i) !== role) continue
          if (this.#target(other, i, role)?.ordinal === ordinal) {
            found.push({ at: timeline.times[i]!, id: this.idAt(other, i) })
          }
        }
      }
    }
    return found
  }

  #partner(account: Account, day: number): Account | undefined {
    const roll = hash(this.#seed, account.index, day, 0xda1)
    const list = roll % 2 === 0 ? this.#loud : this.#partners
    return list[(roll >>> 1) % list.length]
  }

  /** For each account, by index, the index of the account that it talks with on a day; -1 for none. */
  #partnersOn(day: number): Int16Array {
    return this.#days.get(day, () =>
      Int16Array.from(this.#accounts, (account) => this.#partner(account, day)?.index ?? -1),
    )
  }

  #role(account: Account, ordinal: number): Role {
    const { threadPlace, times } = this.timeline(account)
    if (ordinal >= times.length) return 'original'
    if (threadPlace[ordinal]! > 0) return 'continuation'
    if (threadPlace[ordinal + 1]) return 'original'
    const roll = hash(this.#seed, account.index, ordinal, 0x401e) / 2 ** 32
    if (roll < 0.24) return 'reply'
    if (roll < 0.36) return 'repost'
    return roll < 0.42 ? 'quote' : roll < 0.48 ? 'follow-up' : 'original'
  }

  /** The post that another one answers, quotes or reposts; undefined when its partner wrote nothing fitting. */
  #target(account: Account, ordinal: number, role: Role): { account: Account; ordinal: number } | undefined {
    if (role === 'original' || role === 'continuation') return undefined
    if (role === 'follow-up') return this.#ownTarget(account, ordinal)
    const at = this.timeline(account).times[ordinal]!
    const partner = this.#partner(account, Math.floor(at / DAY))
    if (!partner || partner === account) return undefined
    const { times } = this.timeline(partner)
    let newest = countUntil(times, at - 1)
    if (role === 'repost' && newest > 0 && hash(this.#seed, account.index, ordinal, 3) % 3 === 0) {
      newest = 1 + (hash(this.#seed, account.index, ordinal, 4) % newest)
    }
    for (let i = newest - 1; i >= 0 && i >= newest - 8; i--) {
      if (role !== 'repost' && at - times[i]! > (role === 'reply' ? ANSWER_DAYS : LEANING_DAYS) * DAY)
        return undefined
      if (this.#role(partner, i) !== 'repost') return { account: partner, ordinal: i }
    }
    return undefined
  }

  #ownTarget(account: Account, ordinal: number): { account: Account; ordinal: number } | undefined {
    const { times } = this.timeline(account)
    const oldest = ordinal - 1 - (hash(this.#seed, account.index, ordinal, 5) % FOLLOW_UP_REACH)
    for (let i = Math.max(0, oldest); i < ordinal; i++) {
      if (times[ordinal]! - times[i]! > FOLLOW_UP_HOURS * HOUR) continue
      const role = this.#role(account, i)
      if (role !== 'repost' && role !== 'reply') return { account, ordinal: i }
    }
    return undefined
  }

  #write(post: Post, dice: Dice, reply: boolean): void {
    const { lang } = post
    if (!reply && dice.chance(0.03)) {
      post.long = true
      post.body = longBody(dice, lang)
      delete post.replyPrefix
    } else {
      post.body = composeBody(dice, lang, reply)
    }
    if (dice.chance(0.05)) {
      const other = dice.pick(this.#partners)
      post.body.push(t(' '), { ...m(other.handle), id: other.id })
    }
    if (!reply && dice.chance(0.22)) post.media = drawMedia(dice, post)
    else if (!reply && dice.chance(0.012)) {
      post.poll = {
        choices: ['Yes', 'No', 'Ask the gull', 'Tuesday']
          .slice(0, dice.int(2, 4))
          .map((label) => ({ label, votes: dice.skewed(900) })),
        endsAt: post.at + dice.int(1, 7) * DAY,
      }
    }
    const link = post.body.find((part) => part.kind === 'link')
    if (link?.kind === 'link' && post.media.length === 0 && dice.chance(0.5)) {
      post.card = {
        url: link.url,
        title: sentence(dice, lang).split('\n')[0]!,
        description: sentence(dice, lang),
        domain: new URL(link.url).host.replace(/^www\./, ''),
        name: 'summary_large_image',
        image: {
          url: `https://pbs.twimg.com/card_img/${post.id}/${dice.token(8)}?format=jpg`,
          width: 800,
          height: 419,
        },
      }
    }
    if (post.media.length > 0 && dice.chance(0.03)) post.sensitive = true
  }
}

function longBody(dice: Dice, lang: string): Post['body'] {
  const paragraphs = dice.int(3, 7)
  const body: Post['body'] = []
  for (let i = 0; i < paragraphs; i++) {
    if (i > 0) body.push(t('\n\n'))
    const marks = dice.chance(0.2) ? { bold: true } : dice.chance(0.15) ? { italic: true } : {}
    body.push(t(sentence(dice, lang), marks), t(' '), ...composeBody(dice, lang, false))
  }
  return body
}

function drawMedia(dice: Dice, { id, at }: Post): Media[] {
  const roll = dice.unit()
  if (roll < 0.14) return [video(id, {}, at)]
  if (roll < 0.2) return [gif(id, {}, at)]
  const count = roll < 0.75 ? 1 : dice.int(2, 4)
  return Array.from({ length: count }, (_, i) =>
    photo(`${id} ${i}`, dice.chance(0.3) ? { alt: dice.pick(ALTS) } : {}, at),
  )
}

const ALTS = ['A ferry in fog', 'Moss on a wall', 'A map, folded badly', 'My lunch']

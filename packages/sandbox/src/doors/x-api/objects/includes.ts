import type { Account, Post } from '../../../world/model.ts'
import type { ApiRequest } from '../endpoint.ts'
import type { Wanted } from '../fields.ts'
import { type PartialError, resourceForbidden, resourceNotFound } from '../problem.ts'
import { sightOf } from '../sight.ts'
import { mediaKey, mediaObject, pollId, pollObject } from './media.ts'
import { referencesOf, tweetObject } from './tweet.ts'
import { mostRecent, userObject } from './user.ts'

/** What stands beside the answer because somebody asked for its expansion, each once. */
export class Includes {
  /** About referenced posts that the caller cannot see. */
  readonly errors: PartialError[] = []
  readonly #request: ApiRequest
  readonly #wanted: Wanted
  readonly #users = new Map<string, object>()
  readonly #tweets = new Map<string, object>()
  readonly #media = new Map<string, object>()
  readonly #polls = new Map<string, object>()

  constructor(request: ApiRequest, wanted: Wanted) {
    this.#request = request
    this.#wanted = wanted
  }

  /** Adds what the wanted expansions of a post lead to. */
  addOf(post: Post): void {
    const { world } = this.#request
    const wants = (name: string) => this.#wanted.expansions.has(name)
    if (wants('author_id') || wants('username')) this.addUser(post.author)
    if (wants('attachments.media_keys')) this.#addMedia(post)
    if (wants('attachments.poll_ids') && post.poll) {
      this.#polls.set(pollId(post.id), pollObject(post, world.now, this.#wanted))
    }
    if (wants('in_reply_to_user_id') && post.replyTo) {
      const parent = world.post(post.replyTo)
      if (parent) this.addUser(parent.author)
    }
    if (wants('entities.mentions.username')) {
      for (const part of [...post.body, ...(post.replyPrefix ?? [])]) {
        const account = part.kind === 'mention' ? world.accountById(part.id) : undefined
        if (account && account.state !== 'suspended') this.addUser(account)
      }
    }
    if (wants('edit_history_tweet_ids')) this.#addTweet(post)
    const references = ['', '.author_id', '.attachments.media_keys'].map((end) =>
      wants(`referenced_tweets.id${end}`),
    )
    if (references.some(Boolean)) this.#addReferences(post, references[1] === true, references[2] === true)
  }

  addOfUser(account: Account): void {
    if (!this.#wanted.expansions.has('most_recent_tweet_id')) return
    const post = this.#request.world.post(mostRecent(this.#request, account) ?? '0')
    if (post) this.#addTweet(post)
  }

  addUser(account: Account): void {
    if (!this.#users.has(account.id)) {
      this.#users.set(account.id, userObject(this.#request, account, { ...this.#wanted, expansions: NONE }))
    }
  }

  /** Ids of the posts among them. */
  get tweetIds(): string[] {
    return [...this.#tweets.keys()]
  }

  /** Undefined where there is nothing to stand beside. */
  object(): object | undefined {
    const all = { users: this.#users, tweets: this.#tweets, media: this.#media, polls: this.#polls }
    const found = Object.entries(all).flatMap(([name, map]) =>
      map.size > 0 ? [[name, [...map.values()]]] : [],
    )
    return found.length > 0 ? (Object.fromEntries(found) as object) : undefined
  }

  #addReferences(post: Post, authors: boolean, media: boolean): void {
    const { api, world, viewer } = this.#request
    for (const { id } of referencesOf(post)) {
      const other = world.post(id)
      const sight = sightOf(api, viewer, other)
      if (sight === 'seen' && other) {
        this.#addTweet(other)
        if (authors) this.addUser(other.author)
        if (media) this.#addMedia(other)
      } else if (!this.errors.some(({ resource_id }) => resource_id === id)) {
        const error = sight === 'missing' ? resourceNotFound : resourceForbidden
        this.errors.push({ ...error('tweet', 'referenced_tweets.id', id), section: 'includes' })
      }
    }
  }

  #addTweet(post: Post): void {
    if (!this.#tweets.has(post.id)) this.#tweets.set(post.id, tweetObject(this.#request, post, this.#wanted))
  }

  #addMedia(post: Post): void {
    for (const media of post.media) this.#media.set(mediaKey(media), mediaObject(media, this.#wanted))
  }
}

const NONE: ReadonlySet<string> = new Set()

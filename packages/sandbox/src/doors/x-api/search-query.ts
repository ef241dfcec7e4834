import { type Query, readQuery } from '../../world/search/query.ts'

/** Operators of the API, and what the world's own search calls them. */
const OPERATORS: Readonly<Record<string, string>> = {
  'is:reply': 'filter:replies',
  'is:quote': 'filter:quote',
  'is:verified': 'filter:verified',
  'has:links': 'filter:links',
  'has:media': 'filter:media',
  'has:images': 'filter:images',
  'has:videos': 'filter:videos',
  'has:video_link': 'filter:videos',
  'has:hashtags': 'filter:hashtags',
  'has:cashtags': 'filter:cashtags',
  'has:mentions': 'filter:mentions',
  // Searches find no reposts, so that asking for them finds nothing.
  'is:retweet': 'max_id:0',
}

const RENAMED: Readonly<Record<string, string>> = {
  from: 'from',
  to: 'to',
  url: 'url',
  lang: 'lang',
  conversation_id: 'conversation_id',
  in_reply_to_tweet_id: 'in_reply_to_tweet_id',
  quotes_of_tweet_id: 'quoted_tweet_id',
  min_likes: 'min_faves',
  min_reposts: 'min_retweets',
  min_replies: 'min_replies',
}

const TOKEN = /-?(?:\w+:)?"[^"]*"?|-?[()]|[^\s()]+/gu

/** Reads a query of the API; a sentence about what is wrong with it where X would refuse it. */
export function readApiQuery(text: string): Query | string {
  const wrong: string[] = []
  const tokens = (text.match(TOKEN) ?? []).map((token) => {
    const [, minus = '', term = ''] = /^(-?)(.*)$/su.exec(token) ?? []
    const [, name, value] = /^([A-Za-z_]+):(.+)$/su.exec(term) ?? []
    if (name === undefined || value === undefined || /^\/\//.test(value) || term.startsWith('"')) return token
    const operator = OPERATORS[term.toLowerCase()]
    if (operator) return `${minus}${operator}`
    const renamed = RENAMED[name.toLowerCase()]
    if (renamed) return `${minus}${renamed}:${value}`
    wrong.push(
      `Reference to invalid operator '${name}'. Operator is not available in current product or product packaging.`,
    )
    return token
  })
  if (wrong.length > 0) return wrong.join(' ')
  return (
    readQuery(tokens.join(' ')) ??
    'There were errors processing your request: the query holds nothing to look for'
  )
}

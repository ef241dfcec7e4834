/** Data files that an import reads. X writes large ones in parts, `tweets.js`, `tweets-part1.js` and so on. */
const DATA =
  /^(?:account|profile|manifest|tweets?|note-tweet|community-tweet|deleted-tweets?)(?:-part\d+)?\.js$/
/** Folders of the media of posts; before 2020 the first was called `tweet_media`. */
const MEDIA = /^(?:tweets?|community_tweet)_media\/[^/]+$/
/** Any of these tells where the data folder is. */
const LANDMARKS = ['account.js', 'tweets.js', 'tweet.js']

export function isDataName(name: string): boolean {
  return DATA.test(name)
}

export function isMediaPath(path: string): boolean {
  return MEDIA.test(path)
}

/** The folder of a path, with its slash at the end; '' for a name alone. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1)
}

/**
 * The data folder of an archive, by the paths in it: the one nearest to the root that holds a landmark. Archives of
 * before 2020 have none, and whoever packs an unpacked archive again may put a folder around it.
 */
export function dataFolderIn(paths: Iterable<string>): string | undefined {
  let best: string | undefined
  for (const path of paths) {
    const folder = folderOf(path)
    if (!LANDMARKS.includes(path.slice(folder.length)) || path.startsWith('__MACOSX/')) continue
    if (best === undefined || depth(folder) < depth(best)) best = folder
  }
  return best
}

function depth(folder: string): number {
  return folder.split('/').length
}

/** In the order in which X wrote them: `tweets.js`, then its parts by their numbers. */
export function compareParts(one: string, other: string): number {
  return partOf(one) - partOf(other) || (one < other ? -1 : 1)
}

function partOf(name: string): number {
  return Number(/-part(\d+)\.js$/.exec(name)?.[1] ?? 0)
}

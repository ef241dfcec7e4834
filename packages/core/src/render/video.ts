import type { MediaItem } from '../domain/media.ts'

/**
 * The file of a video that plays everywhere: the H.264 MP4 of the highest bitrate. Failing that another MP4,
 * then WebM, then whatever upstream named; never a playlist or HEVC while something better is there.
 */
export function bestVideoUrl(item: MediaItem): string {
  // Variants say no codec, so they count only where there are no formats.
  const formats: Candidate[] = item.formats?.length ? item.formats : (item.variants ?? []).map(fromVariant)
  const best = formats
    .map((format) => ({ ...format, rank: rank(format) }))
    .sort((a, b) => a.rank - b.rank || (b.bitrate ?? 0) - (a.bitrate ?? 0))[0]
  return best && best.rank < WORST ? best.url : item.url
}

interface Candidate {
  url: string
  container?: string | null | undefined
  codec?: string | null | undefined
  bitrate?: number | null | undefined
}

function fromVariant(variant: NonNullable<MediaItem['variants']>[number]): Candidate {
  const container =
    variant.content_type === 'video/mp4' ? 'mp4' : variant.content_type === 'video/webm' ? 'webm' : undefined
  return { url: variant.url, bitrate: variant.bitrate, container }
}

const WORST = 4

function rank({ url, container, codec }: Candidate): number {
  const isMp4 = container === 'mp4' || (!container && /\.mp4(?:\?|$)/i.test(url))
  const isHevc = codec === 'hevc' || /\/(?:hevc|hev1|hvc1)\//i.test(url)
  if (isMp4 && !isHevc) return codec === 'h264' || !codec ? 0 : 1
  if (container === 'webm') return 2
  return isMp4 ? 3 : WORST
}

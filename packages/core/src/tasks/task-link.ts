import { isSafeUrl } from '@chuma/contract/safe-url'
import { extractYoutubeId } from '@chuma/contract/tasks/extract-youtube-id'

type Task = { kind: 'video' | 'ad' | 'social' | 'micro-job' | 'affiliate'; url: string | null }

/**
 * Find where a task may send a member; null if nowhere. A video is an https page or has a YouTube id, which makes a safe
 * link from any form of its address.
 */
export function taskLink({ kind, url }: Task): string | null {
  if (url === null) return null
  if (kind !== 'video') return isSafeUrl(url) ? url : null
  if (isSafeUrl(url) && /^https:/i.test(url)) return url
  const videoId = extractYoutubeId(url)
  return videoId && `https://www.youtube.com/watch?v=${videoId}`
}

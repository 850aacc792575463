import { isSafeUrl } from '@chuma/contract/safe-url'
import { extractYoutubeId } from '@chuma/contract/tasks/extract-youtube-id'

type Task = { kind: 'video' | 'ad' | 'social' | 'micro-job' | 'affiliate'; url: string | null }

/**
 * Where a task sends a member; null where it must not send him anywhere. A video is a https page or has an id that a
 * player understands: then a way of writing its address that is no link becomes one.
 */
export function taskLink({ kind, url }: Task): string | null {
  if (url === null) return null
  if (kind !== 'video') return isSafeUrl(url) ? url : null
  if (isSafeUrl(url) && /^https:/i.test(url)) return url
  const videoId = extractYoutubeId(url)
  return videoId && `https://www.youtube.com/watch?v=${videoId}`
}

const HOST = /^(?:(?:www|m|music)\.)?youtube\.com$|^(?:www\.)?youtube-nocookie\.com$/
const SHORT_HOST = /^(?:www\.)?youtu\.be$/
const IN_PATH = /^\/(?:embed|shorts|live|v|e|vi|watch)\/([^/]+)/
const VIDEO_ID = /^[A-Za-z0-9_-]{11}$/

/**
 * Extract the id of a YouTube video from any form of address that YouTube's pages, apps and share buttons produce; null
 * for everything else. Only this id ever reaches a player.
 */
export function extractYoutubeId(address: string): string | null {
  const text = address.trim()
  const whole = /^https?:\/\//i.test(text) ? text : `https://${text}`
  if (!/^[a-z0-9]/i.test(text) || !URL.canParse(whole)) return null
  const id = findId(new URL(whole))
  return id && VIDEO_ID.test(id) ? id : null
}

function findId({ hostname, port, pathname, searchParams }: URL): string | null | undefined {
  if (port !== '') return null
  if (SHORT_HOST.test(hostname)) return pathname.split('/')[1]
  if (!HOST.test(hostname)) return null
  if (pathname === '/watch' || pathname === '/watch/') return searchParams.get('v')
  // The apps' share button links here: the watch page is a parameter.
  if (pathname === '/attribution_link') {
    return new URLSearchParams(searchParams.get('u')?.split('?')[1]).get('v')
  }
  return IN_PATH.exec(pathname)?.[1]
}

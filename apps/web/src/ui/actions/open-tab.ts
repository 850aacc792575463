import { isSafeUrl } from '@chuma/contract/safe-url'

/**
 * Open an external page in a new tab without access to this one, and return whether the browser allowed it. With
 * `noopener` the browser does not say, so the tab opens empty and is detached before it navigates. An empty tab
 * inherits this site's policy of sending no referrer.
 */
export function openTab(url: string): boolean {
  if (!isSafeUrl(url)) throw new Error('Not an address to open')
  const tab = window.open('', '_blank')
  if (!tab) return false
  tab.opener = null
  tab.location.replace(url)
  return true
}

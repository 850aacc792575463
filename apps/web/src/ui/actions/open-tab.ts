import { isSafeUrl } from '@chuma/contract/safe-url'

/**
 * Opens somebody else's page in a new tab that knows nothing of this one, and says whether the browser let it. Asked with
 * `noopener` it would not say, so the tab is opened empty and cut loose before it goes anywhere. The site's own policy
 * (no referrer) covers what an empty tab asks for.
 */
export function openTab(url: string): boolean {
  if (!isSafeUrl(url)) throw new Error('Not an address to open')
  const tab = window.open('', '_blank')
  if (!tab) return false
  tab.opener = null
  tab.location.replace(url)
  return true
}

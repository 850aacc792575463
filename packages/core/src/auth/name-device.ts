import Bowser from 'bowser'

const BROWSERS = new Set(Object.values(Bowser.BROWSER_MAP))
const SYSTEMS = new Set(Object.values(Bowser.OS_MAP))

/**
 * A browser in words that its owner recognises: `Chrome on Android`. Only names the library knows come through: what a
 * browser calls itself is anybody's text, and ends up in mails that we send.
 */
export function nameDevice(userAgent: string | null): string {
  if (!userAgent) return 'Unknown device'
  const { browser, os } = Bowser.parse(userAgent)
  const browserName = browser.name && BROWSERS.has(browser.name) ? browser.name : null
  const systemName = os.name && SYSTEMS.has(os.name) ? os.name : null
  if (browserName && systemName) return `${browserName} on ${systemName}`
  return browserName ?? systemName ?? 'Unknown device'
}

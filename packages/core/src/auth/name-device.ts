import Bowser from 'bowser'

const BROWSERS = new Set(Object.values(Bowser.BROWSER_MAP))
const SYSTEMS = new Set(Object.values(Bowser.OS_MAP))

/**
 * Name a browser so that its owner recognises it: `Chrome on Android`. Only names known to the library are used: the user
 * agent is any text, and our mails contain the result.
 */
export function nameDevice(userAgent: string | null): string {
  if (!userAgent) return 'Unknown device'
  const { browser, os } = Bowser.parse(userAgent)
  const browserName = browser.name && BROWSERS.has(browser.name) ? browser.name : null
  const systemName = os.name && SYSTEMS.has(os.name) ? os.name : null
  if (browserName && systemName) return `${browserName} on ${systemName}`
  return browserName ?? systemName ?? 'Unknown device'
}

const MAX_LENGTH = 2048

// A browser drops tabs and line breaks from an address before it reads the scheme, and takes a backslash for a slash.
// What cannot be seen makes one host read as another.
const NEVER_IN_AN_ADDRESS = /[\s\p{Cc}\p{Cf}\\]/u
// As the parser writes it. It would let more through, such as the `&` of an entity that stands for an @.
const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/

/**
 * Whether an address may become a link: a whole http or https address, with nothing in it that reads differently to a
 * person and to a browser. Everything that leads a member off this site is checked with it when it is stored, and again
 * when it is sent.
 */
export function isSafeUrl(text: string): boolean {
  if (text.length > MAX_LENGTH || !text.isWellFormed() || NEVER_IN_AN_ADDRESS.test(text)) return false
  // Both slashes: `https:host` is this site's own path to a page that is on https.
  if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) return false
  const { username, password, hostname } = new URL(text)
  return username === '' && password === '' && HOST.test(hostname)
}

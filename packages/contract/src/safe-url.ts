const MAX_LENGTH = 2048

// Browsers drop tabs and line breaks before they read the scheme, and treat a backslash as a slash. Invisible characters
// make one host look like another.
const NEVER_IN_AN_ADDRESS = /[\s\p{Cc}\p{Cf}\\]/u
// The host as the URL parser writes it. The parser alone accepts more, such as the `&` of an entity for an @.
const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/

/**
 * Whether an address may become a link: a complete http or https address that people and browsers read the same way.
 * Every address that leads members off this site is checked when it is stored and again when it is sent.
 */
export function isSafeUrl(text: string): boolean {
  if (text.length > MAX_LENGTH || !text.isWellFormed() || NEVER_IN_AN_ADDRESS.test(text)) return false
  // Both slashes are required: on an https page `https:host` is a relative path.
  if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) return false
  const { username, password, hostname } = new URL(text)
  return username === '' && password === '' && HOST.test(hostname)
}

import { getUserToken } from '../session.ts'

/**
 * Whether a mailed link is for the account that is signed in here. A token names its account; the server checks the rest of it.
 */
export function isOwnLink(token: string): boolean {
  const session = getUserToken()
  return session !== null && ownerOf(session) === ownerOf(token)
}

/** Both kinds of token are a letter, the account's id in 22 characters, and the secret. */
function ownerOf(token: string): string {
  return /^\w_([\w-]{22})[\w-]{43}$/.exec(token)?.[1] ?? token
}

import { nameAddress } from './verification-pauses.ts'

const KEY = 'askedLinks'
/** Longer than any link works that a member asks for. */
const KEPT_MS = 2 * 60 * 60_000
/** More than anyone asks for in that time. */
const MOST = 10

/** The SHA-256 of an address to which this browser had a link sent, and until when that counts. */
type Asked = readonly [addressHash: string, until: number]

/**
 * Remember that this browser asked for a link to this address. A link that a stranger sends is for another address, and nothing
 * in it can add one here. The address itself is not kept.
 */
export async function rememberAsked(email: string): Promise<void> {
  // Missing on a page without https: then a link is asked about.
  if (!crypto.subtle) return
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(nameAddress(email)))
  const addressHash = [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const others = readAsked().filter(([hash]) => hash !== addressHash)
  const asked = [...others, [addressHash, Date.now() + KEPT_MS]].slice(-MOST)
  localStorage.setItem(KEY, JSON.stringify(asked))
}

/** Whether this browser asked for a link to the address with this hash. */
export function hasAsked(addressHash: string): boolean {
  return readAsked().some(([hash]) => hash === addressHash)
}

export function forgetAsked(): void {
  localStorage.removeItem(KEY)
}

function readAsked(): Asked[] {
  try {
    const asked: Asked[] = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return asked.filter(([, until]) => until > Date.now())
  } catch {
    return []
  }
}

import { cleanSecret, cleanUrl } from '@chuma/contract/clean-text'
import { type ChumaClient, createChumaClient, dropPage } from '../create-chuma-client.ts'
import { readSignIn } from './sign-in-file.ts'
import { EXIT, stopWith } from './stop-with.ts'
import type { Terminal } from './terminal.ts'

/** Options of every command. */
export type Globals = { url?: string | undefined; json?: true | undefined; insecure?: true | undefined }
/** `from` is the token's source, never the token. */
export type Connection = { client: ChumaClient; url: string; token: string; from: 'environment' | 'file' }

const AT_HOME = 'http://localhost:3000'
/** Verifying a large ledger or reading a long table takes minutes. */
const LONGEST_CALL_MS = 10 * 60_000

/** @throws Stop if nobody is logged in to this server */
export async function connect(terminal: Terminal, globals: Globals): Promise<Connection> {
  const { env } = terminal
  // Server and token come from one source: a token is never sent to another server.
  const token = cleanSecret(env.CHUMA_TOKEN ?? '')
  if (token) {
    const url = chooseUrl(terminal, globals)
    return { client: openClient(terminal, url, token), url, token, from: 'environment' }
  }
  const saved = await readSignIn(env)
  const url = chooseUrl(terminal, globals, saved?.url)
  if (saved?.url !== url) throw stopWith(EXIT.notSignedIn, `Nobody is signed in at ${url}. Run: chuma login`)
  return { client: openClient(terminal, url, saved.token), url, token: saved.token, from: 'file' }
}

/** @throws Stop for an invalid URL, and for one that would send the token unencrypted */
export function chooseUrl({ env }: Terminal, { url, insecure }: Globals, saved?: string): string {
  const given = url ?? env.CHUMA_URL ?? saved ?? AT_HOME
  const address = completeAddress(given)
  const parsed = URL.canParse(address) ? new URL(address) : null
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.username || parsed.search || parsed.hash) {
    throw stopWith(EXIT.usage, `${given} is not the address of a server, such as https://chuma.example`)
  }
  if (parsed.protocol === 'http:' && !isThisMachine(parsed.hostname) && !insecure) {
    throw stopWith(
      EXIT.usage,
      `Over http everybody between here and ${parsed.host} could read your token. Use https, or say --insecure.`,
    )
  }
  return dropPage(`${parsed.origin}${parsed.pathname}`)
}

/** People copy an address without `https://`, and with what is around it in a mail. */
function completeAddress(given: string): string {
  const address = cleanUrl(given)
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(address)) return address
  return /^(?:localhost|127\.|\[::1\])/.test(address) ? `http://${address}` : `https://${address}`
}

function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}

/** Ctrl-C ends a query. A mutation finishes, because its outcome would be unknown otherwise. */
export function openClient({ interrupted }: Terminal, url: string, token: string | undefined): ChumaClient {
  return createChumaClient({
    url,
    token,
    timeoutMs: LONGEST_CALL_MS,
    fetch: (input, init) => {
      const isRead = (init?.method ?? 'GET') === 'GET'
      const signals = [init?.signal, isRead ? interrupted : null].filter(
        (signal) => signal instanceof AbortSignal,
      )
      return fetch(input, { ...init, signal: AbortSignal.any(signals) })
    },
  })
}

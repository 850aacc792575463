import { type ChumaClient, createChumaClient } from '../create-chuma-client.ts'
import { readSignIn } from './sign-in-file.ts'
import { EXIT, stopWith } from './stop-with.ts'
import type { Terminal } from './terminal.ts'

/** Given to any command, before or after its name. */
export type Globals = { url?: string | undefined; json?: true | undefined; insecure?: true | undefined }
/** `from`: where the token was found, never what it is. */
export type Connection = { client: ChumaClient; url: string; token: string; from: 'environment' | 'file' }

const AT_HOME = 'http://localhost:3000'
/** To check a large ledger, and to read a long table, takes minutes. */
const LONGEST_CALL_MS = 10 * 60_000

/** @throws Stop for a visitor: nobody is signed in at this address */
export async function connect(terminal: Terminal, globals: Globals): Promise<Connection> {
  const { env } = terminal
  // Both come from the same place: a token that was kept for one server is never shown to another.
  if (env.CHUMA_TOKEN) {
    const url = chooseUrl(terminal, globals)
    return {
      client: openClient(terminal, url, env.CHUMA_TOKEN),
      url,
      token: env.CHUMA_TOKEN,
      from: 'environment',
    }
  }
  const saved = await readSignIn(env)
  const url = chooseUrl(terminal, globals, saved?.url)
  if (saved?.url !== url) throw stopWith(EXIT.notSignedIn, `Nobody is signed in at ${url}. Run: chuma login`)
  return { client: openClient(terminal, url, saved.token), url, token: saved.token, from: 'file' }
}

/** @throws Stop for what is no address, and for one where the token would travel in the open */
export function chooseUrl({ env }: Terminal, { url, insecure }: Globals, saved?: string): string {
  const given = url ?? env.CHUMA_URL ?? saved ?? AT_HOME
  const parsed = URL.canParse(given) ? new URL(given) : null
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.username || parsed.search || parsed.hash) {
    throw stopWith(EXIT.usage, `${given} is not the address of a server, such as https://chuma.example`)
  }
  if (parsed.protocol === 'http:' && !isThisMachine(parsed.hostname) && !insecure) {
    throw stopWith(
      EXIT.usage,
      `Over http everybody between here and ${parsed.host} could read your token. Use https, or say --insecure.`,
    )
  }
  return `${parsed.origin}${parsed.pathname.replace(/\/+$/, '')}`
}

function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}

/** A read ends with ctrl-c; a change runs to its end, since nobody could say afterwards whether it was made. */
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

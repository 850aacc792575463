import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { cleanSecret, cleanUrl } from '@chuma/contract/clean-text'
import { type ChumaClient, createChumaClient, dropPage } from '../create-chuma-client.ts'
import { EXIT, stopWith, type Terminal } from './terminal.ts'

/** Options of every command. */
export type Globals = { url?: string | undefined; json?: true | undefined; insecure?: true | undefined }
/** What a command works with. `from` is the token's source, never the token. */
export type Session = {
  client: ChumaClient
  url: string
  token: string
  from: 'environment' | 'file'
  terminal: Terminal
  globals: Globals
}

const AT_HOME = 'http://localhost:3000'
/** Verifying a large ledger or reading a long table takes minutes. */
const LONGEST_CALL_MS = 10 * 60_000

/** @throws Stop if nobody is logged in to this server */
export async function connect(
  terminal: Terminal,
  command: { optsWithGlobals: () => Globals },
): Promise<Session> {
  const { env } = terminal
  const globals = command.optsWithGlobals()
  // Server and token come from one source: a token is never sent to another server.
  const token = cleanSecret(env.CHUMA_TOKEN ?? '')
  if (token) {
    const url = chooseUrl(terminal, globals)
    return { client: openClient(terminal, url, token), url, token, from: 'environment', terminal, globals }
  }
  const saved = await readSignIn(env)
  const url = chooseUrl(terminal, globals, saved?.url)
  if (saved?.url !== url) throw stopWith(EXIT.notSignedIn, `Nobody is signed in at ${url}. Run: chuma login`)
  const client = openClient(terminal, url, saved.token)
  return { client, url, token: saved.token, from: 'file', terminal, globals }
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

type SignIn = { url: string; token: string }
type Env = Terminal['env']

const FOR_OTHERS = 0o077

function signInPath(env: Env): string {
  return join(configFolder(env), 'chuma', 'sign-in.json')
}

function configFolder(env: Env): string {
  if (env.XDG_CONFIG_HOME) return env.XDG_CONFIG_HOME
  if (process.platform === 'win32' && env.APPDATA) return env.APPDATA
  return join(env.HOME || homedir(), '.config')
}

/** @throws Stop for a file that others can read, or that is not ours */
export async function readSignIn(env: Env): Promise<SignIn | null> {
  const path = signInPath(env)
  const file = await stat(path).catch(() => null)
  if (!file) return null
  if (process.platform !== 'win32' && file.mode & FOR_OTHERS) {
    throw stopWith(EXIT.notSignedIn, `Others on this machine can read ${path}. Run: chmod 600 ${path}`)
  }
  const found = parse(await readFile(path, 'utf8'))
  if (!found) throw stopWith(EXIT.notSignedIn, `${path} cannot be read as a sign-in. Run: chuma login`)
  return found
}

function parse(text: string): SignIn | null {
  try {
    const { url, token } = JSON.parse(text)
    return typeof url === 'string' && typeof token === 'string' ? { url, token } : null
  } catch {
    return null
  }
}

/** Never readable by others, not even while written. Concurrent readers find the old or the new file. */
export async function saveSignIn(env: Env, signIn: SignIn): Promise<string> {
  const path = signInPath(env)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const fresh = `${path}.${process.pid}.part`
  try {
    await rm(fresh, { force: true })
    await writeFile(fresh, `${JSON.stringify(signIn)}\n`, { mode: 0o600, flag: 'wx' })
    await chmod(fresh, 0o600)
    await rename(fresh, path)
  } finally {
    await rm(fresh, { force: true })
  }
  return path
}

export async function forgetSignIn(env: Env): Promise<void> {
  await rm(signInPath(env), { force: true })
}

import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { EXIT, stopWith } from './stop-with.ts'
import type { Terminal } from './terminal.ts'

export type SignIn = { url: string; token: string }
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

import { spawn } from 'node:child_process'
import path from 'node:path'
import type { Account } from './account.ts'

interface Command {
  file: string
  args: string[]
  account: Account | undefined
  input?: string
}

/** Options to start any PostgreSQL program: as the account, with an environment that cannot change its behaviour. */
export function spawnOptions(account: Account | undefined) {
  if (process.platform === 'win32') return { windowsHide: true }
  return {
    cwd: '/',
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    ...(account && { uid: account.uid, gid: account.gid }),
  }
}

export async function runCommand({ file, args, account, input }: Command): Promise<void> {
  const child = spawn(file, args, { ...spawnOptions(account), stdio: 'pipe' })
  let output = ''
  const collect = (chunk: Buffer) => {
    output = (output + chunk).slice(-20_000)
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) throw new Error(`${path.basename(file)} failed (${code}): ${output.trim()}`)
}

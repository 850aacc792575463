import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { closeSync, fstatSync, openSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Account } from './credentials.ts'
import type { Binaries } from './find-binaries.ts'

export type SpawnResult = { child: ChildProcess } | { failure: string }

/** Start the server and wait until it accepts connections, however long its crash recovery takes. */
export async function spawnPostgres(cluster: Cluster, port: number, signal?: AbortSignal) {
  const log = openSync(cluster.logFile, 'a', 0o600)
  const logStart = fstatSync(log).size
  const [file = '', ...args] = [...dieWithParent(cluster), cluster.binaries.postgres, '-D', cluster.dataDir]
  for (const [name, value] of Object.entries(settings(cluster, port))) args.push('-c', `${name}=${value}`)
  const child = spawn(file, args, {
    ...spawnOptions(cluster.account),
    // Its own process group: Ctrl-C reaches the whole group, and the server must outlive requests that are finishing.
    detached: process.platform !== 'win32',
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  const endWithProcess = () => child.kill('SIGINT')
  process.on('exit', endWithProcess)
  let failure: string | undefined
  child.once('error', (error) => {
    failure = error.message
  })
  child.once('exit', () => {
    process.off('exit', endWithProcess)
    failure ??= readFileSync(cluster.logFile).subarray(logStart).toString()
  })
  while (failure === undefined) {
    const running = readPidFile(cluster.dataDir)
    if (running?.isReady && running.pid === child.pid) return { child }
    if (signal?.aborted) child.kill('SIGINT')
    await sleep(5)
  }
  return { failure }
}

function settings({ durable }: Cluster, port: number): Record<string, string> {
  return {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    // Several test files at once each make fifty concurrent calls.
    max_connections: durable ? '100' : '300',
    // A quarter of a small server's memory; unused buffers take none. Tests run several servers.
    shared_buffers: durable ? '256MB' : '64MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // Failed statements contain personal data (a duplicate email address); the application logs its own errors.
    log_min_messages: 'log',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
}

/** On Linux the kernel stops the server when this process is killed without a chance to clean up. */
function dieWithParent({ account }: Cluster): string[] {
  if (process.platform !== 'linux') return []
  const prefix = ['/usr/bin/setpriv', '--pdeathsig', 'INT', '--']
  const [file = '', ...args] = [...prefix, '/bin/sh', '-c', ':']
  return spawnSync(file, args, spawnOptions(account)).status === 0 ? prefix : []
}

/** A database folder that is ready to start. */
export interface Cluster {
  binaries: Binaries
  account: Account | undefined
  folder: string
  /** `data` in that folder */
  dataDir: string
  logFile: string
  durable: boolean
}

export function pidFileOf(dataDir: string): string {
  return path.join(dataDir, 'postmaster.pid')
}

interface RunningServer {
  pid: number
  dataDir: string
  port: number
  isReady: boolean
}

/** Read what the running server recorded; undefined when there is none or it has only begun to write. */
export function readPidFile(dataDir: string): RunningServer | undefined {
  try {
    const lines = readFileSync(pidFileOf(dataDir), 'utf8').split('\n')
    const pid = Number(lines[0])
    if (!Number.isInteger(pid) || pid <= 0) return undefined
    const port = Number(lines[3])
    return { pid, dataDir: lines[1] ?? dataDir, port, isReady: lines[7]?.trim() === 'ready' }
  } catch {
    return undefined
  }
}

interface Command {
  file: string
  args: string[]
  account: Account | undefined
  input?: string
}

/** Options to start any PostgreSQL program: as the account, with an environment that cannot change its behaviour. */
function spawnOptions(account: Account | undefined) {
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

/**
 * Clear what a killed launcher left behind. Only for the holder of the folder's claim: any server that still runs here has
 * lost its launcher.
 */
export async function stopOrphan(cluster: Cluster, log: (line: string) => void): Promise<void> {
  const recorded = readPidFile(cluster.dataDir)
  if (!recorded || !answersSignal(recorded.pid)) return
  if (isPostgresOf(recorded.pid, recorded.dataDir)) {
    log(`Stopping a database server that an earlier run left behind (pid ${recorded.pid})`)
    await stopPostmaster(recorded.pid, cluster)
    if (!answersSignal(recorded.pid)) return
  }
  // The id now belongs to another process (or a zombie), and PostgreSQL would refuse to start.
  // A file whose process is gone stays: PostgreSQL uses it to find processes that still hold its shared memory.
  rmSync(pidFileOf(cluster.dataDir), { force: true })
}

function isPostgresOf(pid: number, dataDir: string): boolean {
  if (process.platform === 'win32') return true
  const [program, ...args] = commandLine(pid)
  return path.basename(program ?? '').startsWith('postgres') && args.includes(dataDir)
}

function commandLine(pid: number): string[] {
  if (process.platform === 'linux') {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    } catch {
      return []
    }
  }
  const ps = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  const [program, data] = ps.stdout.split(' -D ')
  return [program ?? '', data?.split(' -c ')[0]?.trim() ?? '']
}

/**
 * Identify a process uniquely; undefined when it does not run. A process id alone is not enough: it is reused after a reboot,
 * and within seconds in a container.
 */
export function processIdentity(pid: number): string | undefined {
  if (process.platform === 'linux') return linuxStartTime(pid)
  if (!answersSignal(pid)) return undefined
  if (process.platform === 'win32') return 'running'
  const ps = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' })
  return ps.stdout?.trim() || undefined
}

export function answersSignal(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function linuxStartTime(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The command name, in parentheses, may itself contain spaces and parentheses.
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return state === 'Z' || state === 'X' ? undefined : fields[18]
  } catch {
    return undefined
  }
}

/** Fast shutdown (sessions end, everything is written), then immediate, then by force. */
const STEPS: { signal: NodeJS.Signals; patienceMs: number }[] = [
  { signal: 'SIGINT', patienceMs: 15_000 },
  { signal: 'SIGQUIT', patienceMs: 5_000 },
  { signal: 'SIGKILL', patienceMs: 5_000 },
]

export async function stopPostmaster(pid: number, cluster: Cluster): Promise<void> {
  const identity = processIdentity(pid)
  const isGone = () => identity === undefined || processIdentity(pid) !== identity
  for (const { signal, patienceMs } of STEPS) {
    if (isGone()) return
    await ask(pid, signal, cluster)
    const giveUpAt = Date.now() + patienceMs
    while (!isGone() && Date.now() < giveUpAt) await sleep(10)
  }
  if (!isGone()) throw new Error(`PostgreSQL (pid ${pid}) does not stop`)
}

async function ask(pid: number, signal: NodeJS.Signals, cluster: Cluster): Promise<void> {
  // Windows has no signals; there pg_ctl talks to the server through a named pipe.
  if (process.platform === 'win32' && signal !== 'SIGKILL') {
    const mode = signal === 'SIGINT' ? 'fast' : 'immediate'
    const args = ['stop', '-D', cluster.dataDir, '-m', mode, '-W']
    await runCommand({ file: cluster.binaries.pgCtl, args, account: undefined }).catch(() => {})
    return
  }
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

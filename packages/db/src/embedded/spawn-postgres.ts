import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import { readPidFile } from './read-pid-file.ts'
import { spawnOptions } from './run-command.ts'

export type SpawnResult = { child: ChildProcess } | { failure: string }

/** Start the server and wait until it accepts connections, however long its crash recovery takes. */
export async function spawnPostgres(
  cluster: Cluster,
  port: number,
  signal?: AbortSignal,
): Promise<SpawnResult> {
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

import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Cluster } from './cluster.ts'
import { answersSignal } from './process-identity.ts'
import { pidFileOf, readPidFile } from './read-pid-file.ts'
import { stopPostmaster } from './stop-postmaster.ts'

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

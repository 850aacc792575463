import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import { processIdentity } from './process-identity.ts'
import { runCommand } from './run-command.ts'

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

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

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

import { readdirSync, readFileSync } from 'node:fs'

/** List the children of a process, their children, and so on. */
export function listDescendants(pid: number): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (/^\d+$/.test(name)) parents.set(Number(name), readParent(Number(name)))
  }
  const found = [pid]
  for (const parent of found) {
    for (const [child, its] of parents) if (its === parent && !found.includes(child)) found.push(child)
  }
  return found.slice(1)
}

function readParent(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return 0
  }
}

/** Read the title of a process: PostgreSQL's say what they do. */
export function readTitle(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

/** Signal those that are still alive; the others need none. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // It ended first.
    }
  }
}

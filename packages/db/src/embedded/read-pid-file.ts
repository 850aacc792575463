import { readFileSync } from 'node:fs'
import path from 'node:path'

export function pidFileOf(dataDir: string): string {
  return path.join(dataDir, 'postmaster.pid')
}

/** What the running server says about itself; undefined when there is none or it has only begun to write. */
export function readPidFile(dataDir: string): { pid: number; dataDir: string; isReady: boolean } | undefined {
  try {
    const lines = readFileSync(pidFileOf(dataDir), 'utf8').split('\n')
    const pid = Number(lines[0])
    if (!Number.isInteger(pid) || pid <= 0) return undefined
    return { pid, dataDir: lines[1] ?? dataDir, isReady: lines[7]?.trim() === 'ready' }
  } catch {
    return undefined
  }
}

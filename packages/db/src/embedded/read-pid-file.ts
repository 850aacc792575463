import { readFileSync } from 'node:fs'
import path from 'node:path'

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

import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

// Below the range for outgoing connections: a process that is down for a while must find its port free again.
const LOWEST = 15_000
const HIGHEST = 31_000

/** Find `count` free ports, all different. */
export async function findPorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) {
    const port = randomInt(LOWEST, HIGHEST)
    if (!ports.has(port) && (await isFree(port))) ports.add(port)
  }
  return [...ports]
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1')
  try {
    await once(probe, 'listening')
  } catch {
    return false
  }
  probe.close()
  await once(probe, 'close')
  return true
}

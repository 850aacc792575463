import { setTimeout as delay } from 'node:timers/promises'
import type { Fault } from '../fault.ts'

const DOWN_MS = 30_000

export const etcdDown: Fault = {
  id: 'F6',
  title: 'etcd is gone for 30 s',
  bar: 'no call fails, gap ≤ 3 s',
  maxGapMs: 3000,
  mayNotFail: true,
  strike: async ({ cluster }) => {
    const leader = await cluster.findLeader()
    cluster.etcd.kill()
    await delay(DOWN_MS)
    cluster.etcd.start()
    await cluster.waitUntilWhole()
    const next = await cluster.findLeader()
    return { notes: [], complaints: next === leader ? [] : ['another node leads'] }
  },
}

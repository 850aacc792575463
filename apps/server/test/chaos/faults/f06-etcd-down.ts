import { setTimeout as delay } from 'node:timers/promises'
import type { Fault } from '../fault.ts'
import { waitUntil } from '../wait-until.ts'

const ONE_DOWN_MS = 8000
const ALL_DOWN_MS = 30_000

export const etcdDown: Fault = {
  id: 'F6',
  title: 'lose one of three etcd for 8 s, then all for 30 s',
  bar: 'no call fails, gap ≤ 3 s',
  maxGapMs: 3000,
  mayNotFail: true,
  strike: async ({ cluster }) => {
    const { etcd } = cluster
    const leader = await cluster.findLeader()
    etcd.killOne()
    await delay(ONE_DOWN_MS)
    etcd.startOne()
    await waitUntil(etcd.isWell, { what: 'the third etcd', withinMs: 30_000 })
    etcd.killAll()
    await delay(ALL_DOWN_MS)
    etcd.startAll()
    await waitUntil(etcd.isWell, { what: 'all three etcd', withinMs: 30_000 })
    await cluster.waitUntilWhole()
    const next = await cluster.findLeader()
    return { notes: [], complaints: next === leader ? [] : ['another node leads'] }
  },
}

import { setTimeout as delay } from 'node:timers/promises'
import type { Fault } from '../fault.ts'
import { openProbe } from '../probe.ts'
import { waitUntil } from '../wait-until.ts'

const PROBE_MS = 5000

export const splitBrain: Fault = {
  id: 'F7',
  title: 'kill the leader’s Patroni but not its PostgreSQL',
  bar: 'the old leader acknowledges nothing; gap ≤ 25 s',
  maxGapMs: 25_000,
  waitsForLease: true,
  strike: async ({ cluster, waitUntilServed }) => {
    const old = await cluster.findLeader()
    const probe = await openProbe(cluster)
    old.killPatroni()
    // A node that holds the lock reports that it leads while it still follows the old one until it is promoted: writes that
    // arrive until then are not lost.
    const isReplaced = async () => {
      if ((await cluster.findLeader()) === old) return false
      const [row] = await cluster.query<{ is: boolean }>('select pg_is_in_recovery() as is')
      return row?.is === false
    }
    await waitUntil(isReplaced, { what: 'another leader', withinMs: 60_000 })
    await Promise.race([probe.write(old), delay(PROBE_MS)])
    const { acknowledged, refused } = probe.tally
    const outcome =
      acknowledged > 0 ? 'was acknowledged' : refused > 0 ? 'was refused' : 'hung for 5 s and was abandoned'
    await waitUntilServed()
    old.start()
    await cluster.waitUntilWhole()
    return { notes: [`a direct write to the old leader ${outcome}`], complaints: await probe.close() }
  },
}

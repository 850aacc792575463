import { setTimeout as delay } from 'node:timers/promises'
import { seconds } from '../describe-time.ts'
import type { Fault, Outcome } from '../fault.ts'
import type { Site } from '../open-site.ts'
import { openProbe } from '../probe.ts'
import type { Cluster } from '../start-cluster.ts'
import type { Node } from '../start-node.ts'
import { waitUntil } from '../wait-until.ts'

const PROBE_EVERY_MS = 500
/** As F5, plus wal_sender_timeout: until then the leader takes the silence for idleness. */
const STANDBY_GAP_MS = 3000 + 5000

/** Silence, without the resets of a dying machine: anything that waits has to give up on its own. */
export const machineParted: Fault = {
  id: 'F17',
  title: 'cut off the leader’s machine, then the synchronous standby’s',
  bar: 'the old leader acknowledges nothing; gap ≤ 25 s, then ≤ 12 s, at ttl 10; while etcd goes on no call fails for a standby',
  maxGapMs: 25_000,
  waitsForLease: true,
  strike: async (site) => {
    const leader = await site.cluster.findLeader()
    if (!leader.network) return { notes: ['not tried: root and `ip` cannot make separate machines here'] }
    const first = await partLeader(site, leader)
    const second = await partStandby(site)
    return {
      notes: [...first.notes, ...second.notes],
      complaints: [...(first.complaints ?? []), ...(second.complaints ?? [])],
    }
  },
}

async function partLeader({ cluster, waitUntilServed }: Site, old: Node): Promise<Outcome> {
  const probe = await openProbe(cluster)
  const from = performance.now()
  old.network?.part()
  let isParted = true
  const probing = (async () => {
    while (isParted) {
      // Through a socket file, which the cut network does not affect.
      void probe.write(old, { host: old.runDir })
      await delay(PROBE_EVERY_MS)
    }
  })()
  try {
    await waitUntilServed()
    const next = await cluster.findLeader()
    await waitUntilForgotten(next, old)
  } finally {
    isParted = false
    await probing
    old.network?.join()
  }
  const joined = performance.now()
  const { tried, acknowledged, refused } = probe.tally
  await waitUntilWell(cluster)
  const rejoinedMs = performance.now() - joined
  const isLeader = (await cluster.findLeader()) === old
  const steppedDownMs = (probe.refusedAt() ?? Number.NaN) - from
  return {
    notes: [
      `the leader’s machine: ${tried} writes from inside, ${acknowledged} acknowledged, ${refused} refused, the first after ${seconds(steppedDownMs)}`,
      `cut off for ${seconds(joined - from)}, it follows ${seconds(rejoinedMs)} after the cut ends`,
    ],
    complaints: [
      ...(await probe.close()),
      ...(isLeader ? ['the old leader leads again'] : []),
      // It cannot have stepped down before this: the writes did not reach it as they should.
      ...(steppedDownMs > PROBE_EVERY_MS ? [] : ['no write from inside hung']),
    ],
  }
}

/** Its etcd is away too. If that one led, the leader may step down before the other two have elected another. */
async function partStandby({ cluster, book, waitUntilServed }: Site): Promise<Outcome> {
  const standby = await cluster.findStandby()
  const leader = await cluster.findLeader()
  const isEtcdLed = await cluster.etcd.isLedFrom(standby.host)
  const errors = book().countErrors()
  const from = performance.now()
  standby.network?.part()
  try {
    await waitUntilServed()
    await waitUntilForgotten(leader, standby)
  } finally {
    standby.network?.join()
  }
  await waitUntilWell(cluster)
  const gapMs = book().findGap(from, performance.now())
  const failed = book().countErrors() - errors
  const found = `the standby’s machine: a gap of ${seconds(gapMs)}, ${failed} calls failed`
  // At its next loop, and maybe after trying several etcd, the leader chooses another standby.
  const barMs = STANDBY_GAP_MS + (cluster.lease.loopWait + cluster.lease.retryTimeout) * 1000
  const isMissed = !isEtcdLed && (gapMs > barMs || failed > 0)
  return {
    notes: [`${found}; its etcd ${isEtcdLed ? 'led' : 'followed'}`],
    complaints: [
      ...(isMissed ? [found] : []),
      ...((await cluster.findLeader()) === leader ? [] : ['another node leads, and only a standby was away']),
    ],
  }
}

async function waitUntilWell({ etcd, waitUntilWhole }: Cluster): Promise<void> {
  await waitUntil(etcd.isWell, { what: 'three etcd', withinMs: 60_000 })
  await waitUntilWhole()
}

/** Waits until its lease has ended: before that the cluster still counts it, and would be called whole too early. */
async function waitUntilForgotten(leader: Node, { name }: Node): Promise<void> {
  const isForgotten = async () => (await leader.rest.listMembers()).every((member) => member.name !== name)
  await waitUntil(isForgotten, { what: `a cluster without ${name}`, withinMs: 60_000, everyMs: 500 })
}

import type { Fault } from '../fault.ts'

export const postmasterKilled: Fault = {
  id: 'F2',
  title: 'kill the leader’s postmaster',
  bar: 'gap ≤ 10 s, nothing lost',
  maxGapMs: 10_000,
  strike: async ({ cluster, waitUntilServed }, { isShort }) => {
    const leader = await cluster.findLeader()
    leader.killPostmaster()
    await waitUntilServed()
    if (!isShort) await cluster.waitUntilWhole()
    const next = await cluster.findLeader()
    return { notes: [next === leader ? 'the same node leads' : 'another node leads'] }
  },
}

import type { Fault } from '../fault.ts'

export const switchover: Fault = {
  id: 'F4',
  title: 'planned switchover',
  bar: 'gap ≤ 5 s, nothing lost',
  maxGapMs: 5000,
  strike: async ({ cluster, waitUntilServed }) => {
    const [leader, standby] = await Promise.all([cluster.findLeader(), cluster.findStandby()])
    await leader.rest.switchOver(leader.name, standby.name)
    await waitUntilServed()
    await cluster.waitUntilWhole()
    const next = await cluster.findLeader()
    return { notes: [], complaints: next === leader ? ['the leader is still the same'] : [] }
  },
}

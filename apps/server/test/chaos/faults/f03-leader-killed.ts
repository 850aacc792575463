import { seconds } from '../describe-time.ts'
import type { Fault } from '../fault.ts'

export const leaderKilled: Fault = {
  id: 'F3',
  title: 'kill the leader’s machine',
  bar: 'gap ≤ 15 s at ttl 10, nothing lost',
  maxGapMs: 15_000,
  waitsForLease: true,
  strike: async ({ cluster, waitUntilServed }) => {
    const leader = await cluster.findLeader()
    leader.killMachine()
    await waitUntilServed()
    const began = performance.now()
    leader.start()
    await cluster.waitUntilWhole()
    return { notes: [`the old leader rejoins in ${seconds(performance.now() - began)}`] }
  },
}

import type { Fault } from '../fault.ts'

export const standbyKilled: Fault = {
  id: 'F5',
  title: 'kill the synchronous standby',
  bar: 'gap ≤ 3 s, no call fails',
  maxGapMs: 3000,
  mayNotFail: true,
  strike: async ({ cluster, waitUntilServed }) => {
    const standby = await cluster.findStandby()
    standby.killMachine()
    await waitUntilServed()
    standby.start()
    await cluster.waitUntilWhole()
    return { notes: [] }
  },
}

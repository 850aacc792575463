import { setTimeout as delay } from 'node:timers/promises'
import type { Fault } from '../fault.ts'
import { signalAll } from '../processes.ts'
import type { Cluster } from '../start-cluster.ts'
import { waitUntil } from '../wait-until.ts'

const STALL_MS = 1500

/** The same death without synchronous replication: acknowledged but unsent changes are gone. */
export const control: Fault = {
  id: 'F8',
  title: 'control: F3 without synchronous replication',
  bar: 'the checker must find lost answers',
  mustLose: true,
  strike: async ({ cluster, waitUntilServed }) => {
    const leader = await cluster.findLeader()
    await leader.rest.change({ synchronous_mode: false, synchronous_mode_strict: false })
    await waitUntil(() => isAsynchronous(cluster), { what: 'asynchronous replication', withinMs: 30_000 })
    signalAll(leader.listWalSenders(), 'SIGSTOP')
    await delay(STALL_MS)
    leader.killMachine()
    await waitUntilServed()
    leader.start()
    const next = await cluster.findLeader()
    await next.rest.change({ synchronous_mode: true, synchronous_mode_strict: true })
    await cluster.waitUntilWhole()
    return { notes: [`replication was held for ${STALL_MS / 1000} s before`] }
  },
}

async function isAsynchronous({ query }: Pick<Cluster, 'query'>): Promise<boolean> {
  const [row] = await query<{ names: string }>(`select current_setting('synchronous_standby_names') as names`)
  return row?.names === ''
}

import { setTimeout as delay } from 'node:timers/promises'
import type { Fault } from '../fault.ts'
import type { Cluster } from '../start-cluster.ts'
import type { Node } from '../start-node.ts'
import { waitUntil } from '../wait-until.ts'

const PROBE_MS = 5000

export const splitBrain: Fault = {
  id: 'F7',
  title: 'the leader’s Patroni is killed, its PostgreSQL goes on',
  bar: 'nothing is acknowledged by the old leader; gap ≤ 25 s',
  maxGapMs: 25_000,
  waitsForLease: true,
  strike: async ({ cluster, waitUntilServed }) => {
    const old = await cluster.findLeader()
    await cluster.query(
      'create table if not exists chaos_probe (written_at timestamptz not null default now())',
    )
    await cluster.query('grant all on chaos_probe to chuma')
    old.killPatroni()
    // A node that holds the lock says that it leads, and goes on following the old one until it is promoted: what comes
    // through until then is not lost.
    const isReplaced = async () => {
      if ((await cluster.findLeader()) === old) return false
      const [row] = await cluster.query<{ is: boolean }>('select pg_is_in_recovery() as is')
      return row?.is === false
    }
    await waitUntil(isReplaced, { what: 'another leader', withinMs: 60_000 })
    const isAcknowledged = await writePast(cluster, old)
    await waitUntilServed()
    old.start()
    await cluster.waitUntilWhole()
    const [probe] = await cluster.query<{ n: number }>('select count(*)::int as n from chaos_probe')
    await cluster.query('drop table chaos_probe')
    return {
      notes: [
        `a write straight to the old leader ${isAcknowledged ? 'was acknowledged' : 'hung for 5 s and was left'}`,
      ],
      complaints: [
        ...(isAcknowledged ? ['the old leader acknowledged a write'] : []),
        ...(probe?.n === 0 ? [] : ['a write to the old leader came through']),
      ],
    }
  },
}

/** Whoever reaches it past the load balancer. */
async function writePast(cluster: Pick<Cluster, 'connect'>, old: Node): Promise<boolean> {
  const client = await cluster.connect(old)
  const written = client.query('insert into chaos_probe default values').then(
    () => true,
    () => false,
  )
  const isAcknowledged = await Promise.race([written, delay(PROBE_MS, false)])
  // Not cancelled: PostgreSQL would then commit it here alone, with a warning.
  void client.end().catch(() => undefined)
  return isAcknowledged
}

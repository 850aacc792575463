import { setTimeout as delay } from 'node:timers/promises'
import type { Fault } from '../fault.ts'
import type { Cluster } from '../start-cluster.ts'

const HELD_MS = 30_000
const HELD_MEMBERS = 3
const DEADLOCKS = 20

/** A forgotten open transaction, and a job that takes its locks in the wrong order. */
export const locks: Fault = {
  id: 'F15',
  title: `${HELD_MEMBERS} members’ wallets are locked for ${HELD_MS / 1000} s; ${DEADLOCKS} deadlocks`,
  bar: 'other members are served (gap ≤ 3 s), nothing hangs afterwards',
  maxGapMs: 3000,
  strike: async ({ cluster, members, book }) => {
    const held = members.peek(HELD_MEMBERS).map(({ memberId }) => memberId)
    const holder = await cluster.connect(await cluster.findLeader())
    await holder.query('begin')
    await holder.query('select from wallet where member_id = any($1::uuid[]) for update', [held])
    const [deadlocks] = await Promise.all([stormOfDeadlocks(cluster, held), delay(HELD_MS)])
    await holder.query('commit')
    await holder.end()
    const isDone = (memberId: string) => book().kept.some((row) => row.memberId === memberId)
    // Calls that timed out on the lock are repeated, and succeed now.
    await delay(3000)
    const [stuck] = await cluster.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where usename = 'chuma'
        and state = 'idle in transaction' and state_change < now() - interval '2 seconds'`,
    )
    return {
      notes: [
        `${deadlocks} deadlocks made, ${held.filter(isDone).length} of the ${HELD_MEMBERS} served afterwards`,
      ],
      complaints: [
        ...(stuck?.n === 0 ? [] : [`${stuck?.n} transactions are left open`]),
        ...(held.every(isDone) ? [] : ['a member who was locked out is not served']),
        ...(deadlocks > 0 ? [] : ['no deadlock came about']),
      ],
    }
  },
}

/** Lock the same two members in opposite order from two sessions; PostgreSQL ends one. Members locked elsewhere are excluded. */
async function stormOfDeadlocks(
  cluster: Pick<Cluster, 'connect' | 'findLeader'>,
  held: string[],
): Promise<number> {
  const leader = await cluster.findLeader()
  const [one, other] = await Promise.all([cluster.connect(leader), cluster.connect(leader)])
  const { rows } = await one.query<{ id: string }>(
    `select p.member_id as id from posting p where p.kind = 'daily-login' and p.member_id <> all($1::uuid[])
      order by p.created_at desc limit 2`,
    [held],
  )
  const [first, second] = rows.map(({ id }) => id)
  let deadlocks = 0
  const lock = (client: typeof one, id: string | undefined) =>
    client.query('select from wallet where member_id = $1 for update', [id])
  for (let turn = 0; turn < DEADLOCKS; turn++) {
    await Promise.all([one.query('begin'), other.query('begin')])
    await Promise.all([lock(one, first), lock(other, second)])
    const outcomes = await Promise.allSettled([lock(one, second), lock(other, first)])
    deadlocks += outcomes.filter(({ status }) => status === 'rejected').length
    await Promise.all([one.query('rollback'), other.query('rollback')])
  }
  await Promise.all([one.end(), other.end()])
  return deadlocks
}

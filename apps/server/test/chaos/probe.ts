import type pg from 'pg'
import type { Cluster } from './start-cluster.ts'
import type { Node } from './start-node.ts'

/** A table that only a fault writes to, past the load balancer, on a node that must acknowledge nothing. */
export async function openProbe({ query, connect }: Pick<Cluster, 'query' | 'connect'>) {
  await query('create table if not exists chaos_probe (written_at timestamptz not null default now())')
  await query('grant all on chaos_probe to chuma')
  const tally = { tried: 0, acknowledged: 0, refused: 0 }
  let refusedAt: number | undefined

  async function insert(node: Node, changed: pg.ClientConfig): Promise<void> {
    const client = await connect(node, changed)
    // Not cancelled when it hangs: PostgreSQL would then commit it here alone, with a warning.
    await client.query('insert into chaos_probe default values')
    await client.end()
  }
  return {
    tally,
    /** When a write was refused for the first time, and did not just hang. */
    refusedAt: () => refusedAt,
    /** Ends with an answer, which may never come; it is counted however late. */
    write: async (node: Node, changed: pg.ClientConfig = {}): Promise<void> => {
      tally.tried += 1
      try {
        await insert(node, changed)
        tally.acknowledged += 1
      } catch {
        tally.refused += 1
        refusedAt ??= performance.now()
      }
    },
    /** What is to be complained of, when all is over. */
    close: async (): Promise<string[]> => {
      const [found] = await query<{ n: number }>('select count(*)::int as n from chaos_probe')
      await query('drop table chaos_probe')
      return [
        ...(tally.acknowledged > 0 ? [`the old leader acknowledged ${tally.acknowledged} writes`] : []),
        ...(found?.n === 0 ? [] : [`${found?.n} writes to the old leader came through`]),
      ]
    },
  }
}

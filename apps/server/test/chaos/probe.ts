import type pg from 'pg'
import type { Cluster } from './start-cluster.ts'
import type { Node } from './start-node.ts'

/** Open a table that only a fault writes to, past the load balancer, on a node that must acknowledge nothing. */
export async function openProbe({ query, connect }: Pick<Cluster, 'query' | 'connect'>) {
  await query('create table if not exists chaos_probe (written_at timestamptz not null default now())')
  await query('grant all on chaos_probe to chuma')
  const tally = { tried: 0, acknowledged: 0, refused: 0 }
  let refusedAt: number | undefined

  async function insert(node: Node, changed: pg.ClientConfig): Promise<void> {
    const client = await connect(node, changed)
    // A hung write is not cancelled: PostgreSQL would then commit it on this node alone, with a warning.
    await client.query('insert into chaos_probe default values')
    await client.end()
  }
  return {
    tally,
    /** When a write was first refused instead of hanging. */
    refusedAt: () => refusedAt,
    /** Ends with a response, which may never come; it counts however late. */
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
    /** The complaints, at the end. */
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

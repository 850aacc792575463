import { sql } from 'kysely'
import type { Trx } from '../../client.ts'

/** Write the webhook `books.root`, in the transaction that keeps the root. */
export async function tellOfRoot(trx: Trx, day: string, root: object): Promise<void> {
  await sql`select tell_webhooks('books.root', ${day}, ${JSON.stringify({ day, ...root })}::jsonb)`.execute(
    trx,
  )
}

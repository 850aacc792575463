import type { Db, Trx } from '@chuma/db/client'
import { lockSealing } from '@chuma/db/queries/secrets'
import type { Deps } from '../deps.ts'

export type Sealing = Pick<Deps, 'db' | 'secrets'>

/** The most rows that one transaction seals. */
export const BATCH = 200
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** `last`: the id of the last row that was looked at; undefined at the end. */
export type Batch = { sealed: number; last: string | undefined }

/** Do one piece of sealing in a transaction of its own. Of all processes only one seals at a time. */
export function inTurn<Result>(db: Db, work: (trx: Trx) => Promise<Result>): Promise<Result> {
  return db.transaction().execute(async (trx) => {
    await lockSealing(trx)
    return work(trx)
  })
}

/** Go through a table by id, batch after batch. */
export async function walk(
  seal: (after: string) => Promise<Batch>,
  onSealed: (count: number) => void,
): Promise<void> {
  for (let after: string | undefined = FIRST_ID; after; ) {
    const batch: Batch = await seal(after)
    after = batch.last
    onSealed(batch.sealed)
  }
}

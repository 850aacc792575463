import { sql } from 'kysely'
import type { Trx } from '../client.ts'
import type { LinkPurpose } from '../schema.ts'

type LinkRef = { memberId: string; purpose: LinkPurpose; tokenHash: Buffer }

export function insertLink(trx: Trx, { expiresInMinutes, ...link }: LinkRef & { expiresInMinutes: number }) {
  return trx
    .insertInto('oneTimeLink')
    .values({
      ...link,
      expiresAt: sql<Date>`now() + make_interval(mins => ${expiresInMinutes})`,
      usedAt: null,
      newEmail: null,
    })
    .execute()
}

/** Ends every link of this purpose that still works. */
export function expireLinks(trx: Trx, { memberId, purpose }: Omit<LinkRef, 'tokenHash'>) {
  return trx
    .updateTable('oneTimeLink')
    .set({ expiresAt: sql<Date>`now()` })
    .where('memberId', '=', memberId)
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`)
    .execute()
}

/** Checks and spends a link in one statement: of any number at the same time, one finds it unused. */
export async function spendLink(trx: Trx, { memberId, purpose, tokenHash }: LinkRef): Promise<boolean> {
  const spent = await trx
    .updateTable('oneTimeLink')
    .set({ usedAt: sql<Date>`now()` })
    .where('memberId', '=', memberId)
    .where('tokenHash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`)
    .returning('memberId')
    .executeTakeFirst()
  return spent !== undefined
}

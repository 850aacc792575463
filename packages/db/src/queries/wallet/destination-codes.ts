import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'

type NewCode = {
  memberId: string
  codeId: string
  /** Sealed. */
  number: string
  numberHash: Buffer
  expiresInMinutes: number
}

/** Store a member's request for a code. It ends the code before, also one that a concurrent request made. */
export async function replaceCode(trx: Trx, { memberId, expiresInMinutes, ...code }: NewCode): Promise<Date> {
  const fresh = {
    ...code,
    codeHash: null,
    tries: 0,
    requestedAt: sql<Date>`now()`,
    expiresAt: sql<Date>`now() + make_interval(mins => ${expiresInMinutes})`,
    usedAt: null,
  }
  const { expiresAt } = await trx
    .insertInto('destinationCode')
    .values({ memberId, ...fresh })
    .onConflict((conflict) =>
      conflict.column('memberId').doUpdateSet((eb) => ({
        ...fresh,
        requestedAt: eb.ref('excluded.requestedAt'),
        expiresAt: eb.ref('excluded.expiresAt'),
      })),
    )
    .returning('expiresAt')
    .executeTakeFirstOrThrow()
  return expiresAt
}

type CodeRef = { memberId: string; codeId: string }

/** Set the hash of a code that is about to be texted. Returns its sealed number; null if the code has ended. */
export async function setCodeHash(trx: Trx, { memberId, codeId, codeHash }: CodeRef & { codeHash: Buffer }) {
  const set = await trx
    .updateTable('destinationCode')
    .set({ codeHash })
    .where('memberId', '=', memberId)
    .where('codeId', '=', codeId)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`)
    .returning(['number', 'numberHash'])
    .executeTakeFirst()
  return set ?? null
}

export const TRIES = 5

type Guess = { memberId: string; numberHashes: readonly Buffer[] }

/**
 * Count a try before it is judged, in the statement that reads the code: of fifty concurrent guesses five read it. Undefined if
 * the member has no live code for this number, or no try left.
 */
export function takeTry(db: Db, { memberId, numberHashes }: Guess) {
  return db
    .updateTable('destinationCode')
    .set({ tries: sql<number>`tries + 1` })
    .where('memberId', '=', memberId)
    .where('numberHash', '=', sql<Buffer>`any(${numberHashes}::bytea[])`)
    .where('tries', '<', TRIES)
    .where('codeHash', 'is not', null)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`)
    .returning(['codeId', 'codeHash', 'tries'])
    .executeTakeFirst()
}

/** Use up a code. False if a concurrent call did, or a new request replaced it. */
export async function useCode(trx: Trx, { memberId, codeId }: CodeRef): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('destinationCode')
    .set({ usedAt: sql<Date>`now()` })
    .where('memberId', '=', memberId)
    .where('codeId', '=', codeId)
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Find a member's live code, with what became of its text. */
export function findCode(db: Db, memberId: string) {
  return db
    .selectFrom('destinationCode as code')
    .leftJoin('smsDelivery as text', (join) =>
      join.onRef('text.memberId', '=', 'code.memberId').onRef('text.textId', '=', 'code.codeId'),
    )
    .select([
      'code.codeId',
      'code.number',
      'code.requestedAt',
      'code.expiresAt',
      'text.state',
      'text.problem',
      sql<number>`ceil(extract(epoch from now() - code.requested_at))::int`.as('ageSeconds'),
    ])
    .where('code.memberId', '=', memberId)
    .where('code.usedAt', 'is', null)
    .where('code.expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

/** Find a member's newest code, live or not, for their data export. */
export function findNewestCode(trx: Trx, memberId: string) {
  return trx
    .selectFrom('destinationCode')
    .select(['number', 'requestedAt', 'expiresAt', 'usedAt'])
    .where('memberId', '=', memberId)
    .executeTakeFirst()
}

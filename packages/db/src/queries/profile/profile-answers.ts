import type { ProfileSource } from '@chuma/contract/profile/profile'
import type { AttributeKey } from '@chuma/contract/profile/profile-attributes'
import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'

type Given = {
  memberId: string
  attribute: AttributeKey
  codes: readonly string[]
  months: number
  consentVersion: number
  source: ProfileSource
}

/** Store an answer in place of an earlier one. It expires after as many months as its attribute says. */
export function upsertProfileAnswer(trx: Trx, { months, codes, ...given }: Given) {
  return trx
    .insertInto('profileAnswer')
    .values({ ...given, codes: [...codes], expiresAt: sql<Date>`now() + make_interval(months => ${months})` })
    .onConflict((conflict) =>
      conflict.columns(['memberId', 'attribute']).doUpdateSet((eb) => ({
        codes: eb.ref('excluded.codes'),
        answeredAt: eb.ref('excluded.answeredAt'),
        expiresAt: eb.ref('excluded.expiresAt'),
        consentVersion: eb.ref('excluded.consentVersion'),
        source: eb.ref('excluded.source'),
      })),
    )
    .execute()
}

/** List everything that a member said, expired answers too, for themselves. */
export function listProfileAnswers(db: Db, memberId: string) {
  return db
    .selectFrom('profileAnswer')
    .select(['attribute', 'codes', 'answeredAt', 'expiresAt', 'consentVersion', 'source'])
    .where('memberId', '=', memberId)
    .orderBy('attribute')
    .execute()
}

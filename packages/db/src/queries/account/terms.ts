import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'

type Terms = { memberId: string; version: number }

/** Record that a sign-up accepted the terms. Of two sign-ups with one unverified address the newest counts. */
export async function insertAcceptedTerms(trx: Trx, { memberId, version }: Terms): Promise<void> {
  await trx
    .insertInto('memberTerms')
    .values({ memberId, version, how: 'sign-up', acceptedAt: sql<Date>`now()` })
    .onConflict((conflict) =>
      conflict.columns(['memberId', 'version']).doUpdateSet((eb) => ({
        how: eb.ref('excluded.how'),
        seenAt: eb.ref('excluded.seenAt'),
        acceptedAt: eb.ref('excluded.acceptedAt'),
      })),
    )
    .execute()
}

/** Record an answer about a version. The first time counts, and nothing takes an acceptance back. */
export async function recordTermsAnswer(
  db: Db,
  { memberId, version, isAccepted }: Terms & { isAccepted: boolean },
): Promise<void> {
  await db
    .insertInto('memberTerms')
    .values({ memberId, version, how: 'asked', acceptedAt: isAccepted ? sql<Date>`now()` : null })
    .onConflict((conflict) =>
      conflict.columns(['memberId', 'version']).doUpdateSet((eb) => ({
        acceptedAt: eb.fn.coalesce('memberTerms.acceptedAt', 'excluded.acceptedAt'),
      })),
    )
    .execute()
}

/** More versions than there will be. */
const LIMIT = 100

/** List what a member answered, the newest version first. */
export function listMemberTerms(db: Db, memberId: string) {
  return db
    .selectFrom('memberTerms')
    .select(['version', 'how', 'seenAt', 'acceptedAt'])
    .where('memberId', '=', memberId)
    .orderBy('version', 'desc')
    .limit(LIMIT)
    .execute()
}

/** The newest version that a member accepted, of a list whose newest comes first. */
export function findNewestAccepted(answered: Awaited<ReturnType<typeof listMemberTerms>>) {
  const [accepted = null] = answered.flatMap(({ version, how, acceptedAt }) =>
    acceptedAt ? { version, how, acceptedAt } : [],
  )
  return accepted
}

import type { Trx } from '@chuma/db/client'
import { lockCredit } from '@chuma/db/queries/partners/credits'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll } from 'vitest'
import { testEveryStep } from '../state-machine.testing.ts'
import { createTestDeps, readRow, readRows } from '../testing.ts'
import { moveCredit, payCredit } from './credits.ts'
import { type CreditEffect, type CreditState, creditMachine } from './postbacks.ts'
import { givenClick } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)

type Ref = { memberId: string; creditId: string }

async function given(): Promise<Ref> {
  const { member, tell } = await givenClick(createTestDeps(db), { holdDays: 3 })
  await tell({ kind: 'credit' })
  return readRow(db, 'partnerCredit', ['memberId', 'creditId'], { memberId: member.memberId })
}

async function lock(trx: Trx, ref: Ref) {
  const credit = await lockCredit(trx, ref)
  if (!credit) throw new Error('no credit')
  return credit
}

async function put(trx: Trx, ref: Ref, state: CreditState): Promise<void> {
  if (state === 'available') await payCredit(trx, await lock(trx, ref))
  await sql`update partner_credit set state = ${state}, review_reason = 'pays-less-than-promised' where credit_id = ${ref.creditId}`.execute(
    trx,
  )
}

const shown: Record<string, CreditEffect> = { survey: 'post reward', reversal: 'post reversal' }

testEveryStep(db, creditMachine, {
  given,
  put,
  lock,
  move: (trx, credit, step) => moveCredit(trx, credit, { ...step, reason: null }),
  look: async (trx, ref) => {
    const credit = await lock(trx, ref)
    const postings = await readRows(trx, 'posting', ['kind', 'availableDelta'], { memberId: ref.memberId })
    return {
      state: credit.state,
      did: postings.flatMap(({ kind }) => shown[kind] ?? []),
      row: [credit, postings],
    }
  },
})

import type { Trx } from '@chuma/db/client'
import { lockClaim } from '@chuma/db/queries/partners/claims'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll } from 'vitest'
import { listJobNames, testEveryStep } from '../../state-machine.testing.ts'
import { createTestDeps } from '../../testing.ts'
import { type ClaimEffect, claimMachine, moveClaim, openClaim } from '../claims.ts'
import { listMyClicks } from '../clicks.ts'
import { givenClick } from '../testing.ts'

const { db, close } = await createTestDb()
afterAll(close)

type Ref = { memberId: string; claimId: string }

async function given(): Promise<Ref> {
  const deps = createTestDeps(db)
  const { member } = await givenClick(deps)
  const [click] = await listMyClicks(deps, member)
  const { id } = await openClaim(deps, member, { clickId: click?.id ?? '', note: '' })
  return { memberId: member.memberId, claimId: id }
}

async function lock(trx: Trx, ref: Ref) {
  const claim = await lockClaim(trx, ref)
  if (!claim) throw new Error('no claim')
  return claim
}

const shown: Record<string, ClaimEffect> = { claim: 'post claim', 'send-claim-decided': 'tell member' }

testEveryStep(db, claimMachine, {
  given,
  put: (trx, { claimId }, state) =>
    sql`
      update credit_claim set state = ${state}, reason = 'Because', decided_by = 'staff:amina',
        decided_at = case when ${state} <> 'open' then now() end
      where claim_id = ${claimId}
    `.execute(trx),
  lock,
  move: (trx, claim, step) =>
    moveClaim(trx, claim, { ...step, reason: 'Because', points: 6, decidedBy: 'staff:amina' }),
  look: async (trx, ref) => {
    const claim = await lock(trx, ref)
    const postings = await trx
      .selectFrom('posting')
      .select('kind')
      .where('memberId', '=', ref.memberId)
      .execute()
    const traces = [...postings.map(({ kind }) => kind), ...(await listJobNames(trx, ref.memberId))]
    return { state: claim.state, did: traces.flatMap((trace) => shown[trace] ?? []), row: [claim, traces] }
  },
})

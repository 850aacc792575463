import { lockApproval } from '@chuma/db/queries/admin/approvals'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll } from 'vitest'
import { createLimitedDeps, givenSettled, pendingOf } from '../admin/approvals/testing.ts'
import { testEveryStep } from '../state-machine.testing.ts'
import { givenMember } from '../testing.ts'
import { editEarnings } from '../wallet/edit-earnings.ts'
import { approvalMachine, moveApproval } from './transitions.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createLimitedDeps(db)
const maker = await givenSettled(deps)

async function lock(trx: Parameters<typeof lockApproval>[0], approvalId: string) {
  const request = await lockApproval(trx, approvalId)
  if (!request) throw new Error('no such request')
  return request
}

testEveryStep(db, approvalMachine, {
  given: async () => {
    const { memberId } = await givenMember(db)
    const numbers = { points: 90, totalEarnings: 90 }
    return (await pendingOf(editEarnings(deps, maker.actor, { memberId, ...numbers, reason: 'Missing' })))
      .approvalId
  },
  put: (trx, approvalId, state) =>
    sql`
      update approval_request set state = ${state},
        decided_by = case when ${state} <> 'waiting' then 'staff:fatuma' end,
        decided_at = case when ${state} <> 'waiting' then now() end
      where approval_id = ${approvalId}
    `.execute(trx),
  lock,
  move: (trx, request, step) =>
    moveApproval(trx, request, { ...step, decidedBy: 'staff:fatuma', note: null }),
  look: async (trx, approvalId) => {
    const request = await lock(trx, approvalId)
    return { state: request.state, did: [], row: request }
  },
})

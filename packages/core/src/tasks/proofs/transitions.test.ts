import { lockProof } from '@chuma/db/queries/tasks/task-proofs'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll } from 'vitest'
import { listJobNames, testEveryStep } from '../../state-machine.testing.ts'
import { createTestDeps, givenMember } from '../../testing.ts'
import { moveProof, type ProofEffect, proofMachine, submitProof } from '../proofs.ts'
import { givenTask } from '../testing.ts'

const { db, close } = await createTestDb()
afterAll(close)

const shown: Record<string, ProofEffect> = { social: 'post reward', 'send-proof-decided': 'tell member' }

testEveryStep(db, proofMachine, {
  given: async () => {
    const member = { ...(await givenMember(db)), isPremium: true }
    const taskId = await givenTask(db, 'social', { points: 40 })
    const { id } = await submitProof(createTestDeps(db), member, {
      id: taskId,
      proof: 'https://social.example/1',
    })
    return { memberId: member.memberId, proofId: id }
  },
  put: (trx, { proofId }, state) =>
    sql`
      update task_proof set state = ${state}, reason = 'Because', decided_by = 'staff:fatuma',
        decided_at = case when ${state} <> 'submitted' then now() end
      where proof_id = ${proofId}
    `.execute(trx),
  lock: lockProof,
  move: (trx, proof, step) =>
    moveProof(trx, proof, { ...step, reason: 'Because', decidedBy: 'staff:fatuma' }),
  look: async (trx, ref) => {
    const proof = await lockProof(trx, ref)
    const postings = await trx
      .selectFrom('posting')
      .select('kind')
      .where('memberId', '=', ref.memberId)
      .execute()
    const traces = [...postings.map(({ kind }) => kind), ...(await listJobNames(trx, ref.memberId))]
    return { state: proof.state, did: traces.flatMap((trace) => shown[trace] ?? []), row: [proof, traces] }
  },
})

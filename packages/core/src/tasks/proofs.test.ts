import { randomUUID } from 'node:crypto'
import { problem } from '@chuma/contract/problems'
import {
  isProofKind,
  PROOF_KINDS,
  type ProofKind,
  TASK_KINDS,
  TASK_RULES,
} from '@chuma/contract/tasks/task-kinds'
import { insertProof, lockProof } from '@chuma/db/queries/tasks/task-proofs'
import { listTransactions } from '@chuma/db/queries/wallet/ledger'
import { getBalance } from '@chuma/db/queries/wallet/wallet'
import { startTogether } from '@chuma/db/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { takeJobs } from '../payouts/testing.ts'
import { listJobNames, testEveryStep } from '../state-machine.testing.ts'
import {
  codeOf,
  createMailCapture,
  createTestDeps,
  givenMember,
  openTestDb,
  readRows,
  refusals,
} from '../testing.ts'
import { getToday } from './get-today.ts'
import {
  decideProof,
  listProofs,
  moveProof,
  type ProofEffect,
  proofMachine,
  sendProofDecided,
  submitProof,
} from './proofs.ts'
import { listProvenTasks } from './task-lists.ts'
import { givenPremiumMember, givenTask } from './testing.ts'

const { db } = await openTestDb()
const { mail, sent } = createMailCapture()
const deps = createTestDeps(db, { mail })
const staff = { name: 'staff:fatuma', address: '203.0.113.9' }
const approve = { decision: 'approved', reason: '' } as const
const reject = { decision: 'rejected', reason: 'The picture shows no price' } as const

async function givenProof(kind: ProofKind = 'social', proof = 'https://social.example/p/1') {
  const member = { ...(await givenMember(db)), isPremium: true }
  const taskId = await givenTask(db, kind, { title: 'A good meal', points: 40 })
  const { id } = await submitProof(deps, member, { id: taskId, proof })
  return { member, taskId, id, memberId: member.memberId }
}

const pointsOf = async (memberId: string) => (await getBalance(db, memberId)).availablePoints

test.each(PROOF_KINDS)('an approved proof of a %s pays the promised points', async (kind) => {
  const description = `${TASK_RULES[kind].name}: A good meal`
  const { id, memberId, taskId } = await givenProof(kind)
  await db.updateTable('task').set({ points: 1, isActive: false }).where('taskId', '=', taskId).execute()
  expect(await decideProof(deps, staff, { id, ...approve })).toMatchObject({
    id,
    userId: memberId,
    state: 'approved',
    decidedBy: 'staff:fatuma',
    decidedAt: expect.any(Date),
  })
  expect(await listTransactions(db, memberId, { limit: 5 })).toMatchObject([
    { kind, points: 40, description },
  ])
})

test('a rejection pays nothing and needs a reason', async () => {
  const { id, memberId } = await givenProof()
  await expect(decideProof(deps, staff, { id, ...reject, reason: '' })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    fields: { reason: [problem('REASON_FOR_MEMBER')] },
  })
  expect(await decideProof(deps, staff, { id, ...reject })).toMatchObject({
    state: 'rejected',
    reason: 'The picture shows no price',
  })
  expect(await pointsOf(memberId)).toBe(0)
})

test('the member gets a mail about an approval or a rejection', async () => {
  for (const decision of [approve, reject]) {
    await takeJobs(db)
    const { id, memberId, member } = await givenProof()
    await decideProof(deps, staff, { id, ...decision })
    const jobs = await takeJobs(db)
    expect(jobs).toEqual([{ name: 'send-proof-decided', data: { memberId, proofId: id } }])
    await sendProofDecided(deps, { memberId, proofId: id })
    const told = { to: member.email, firstName: 'Amina', title: 'A good meal' }
    expect(sent.at(-1)).toEqual(
      decision.decision === 'approved'
        ? { kind: 'sendProofApproved', mail: { ...told, points: 40 } }
        : { kind: 'sendProofRejected', mail: { ...told, reason: 'The picture shows no price' } },
    )
  }
})

test('the audit log shows who decided what, and why', async () => {
  const { id } = await givenProof()
  await decideProof(deps, staff, { id, ...reject })
  const entries = await readRows(
    db,
    'auditEntry',
    ['actor', 'action', 'before', 'after', 'reason', 'address'],
    { subject: `proof:${id}` },
  )
  expect(entries).toEqual([
    {
      actor: 'staff:fatuma',
      action: 'proof.rejected',
      before: { state: 'submitted' },
      after: { state: 'rejected', points: 0 },
      reason: 'The picture shows no price',
      address: '203.0.113.9',
    },
  ])
})

test('racing approvals and rejections have one result', async () => {
  const { id, memberId } = await givenProof()
  const results = await startTogether(db, memberId, () =>
    Array.from({ length: 20 }, (_, index) =>
      decideProof(deps, staff, { id, ...(index % 2 ? approve : reject) }),
    ),
  )
  const counted = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.state] : []))
  const refused = refusals(results)
  expect([counted.length, refused]).toEqual([1, Array(19).fill('PROOF_STATE')])
  expect(await pointsOf(memberId)).toBe(counted[0] === 'approved' ? 40 : 0)
  const entries = await readRows(db, 'auditEntry', ['action'], { subject: `proof:${id}` })
  expect(entries).toEqual([{ action: `proof.${counted[0]}` }])
})

test('a second proof of the same task pays nothing more', async () => {
  const { id, memberId, taskId } = await givenProof()
  await decideProof(deps, staff, { id, ...approve })
  await sql`update task_proof set state = 'rejected', reason = 'By hand' where proof_id = ${id}`.execute(db)
  const member = { ...(await givenMember(db)), memberId, isPremium: true }
  const again = await submitProof(deps, member, { id: taskId, proof: 'https://social.example/p/2' })
  await decideProof(deps, staff, { id: again.id, ...approve })
  expect(await pointsOf(memberId)).toBe(40)
})

test('nobody can decide their own proof', async () => {
  const { id, memberId } = await givenProof()
  const self = { name: `member:${memberId}`, address: null }
  await expect(decideProof(deps, self, { id, ...approve })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await pointsOf(memberId)).toBe(0)
})

test('a proof is found by its id, and only with the right member if one is given', async () => {
  const { id, memberId } = await givenProof()
  const stranger = await givenMember(db)
  for (const wrong of [{ id: randomUUID() }, { id, memberId: stranger.memberId }]) {
    expect(await codeOf(decideProof(deps, staff, { ...wrong, ...approve }))).toBe('NOT_FOUND')
  }
  expect(await decideProof(deps, staff, { id, memberId, ...approve })).toMatchObject({ state: 'approved' })
})

test('staff see members’ proofs, oldest first, and only safe links as links', async () => {
  await sql`update task_proof set state = 'rejected', reason = 'Old', decided_at = now()`.execute(db)
  const link = await givenProof('social', 'https://social.example/p/9')
  const text = await givenProof('micro-job', 'Flour 180, see //evil.example or javascript:alert(1)')
  const waiting = await listProofs(deps, { state: 'submitted', limit: 50 })
  expect(waiting).toMatchObject([
    {
      id: link.id,
      userEmail: link.member.email,
      userName: 'Amina Otieno',
      title: 'A good meal',
      kind: 'social',
      proofUrl: 'https://social.example/p/9',
    },
    { id: text.id, kind: 'micro-job', proofUrl: null },
  ])
  const next = await listProofs(deps, { state: 'submitted', after: link.id, limit: 50 })
  expect(next.map(({ id }) => id)).toEqual([text.id])
  expect((await listProofs(deps, { limit: 100 })).length).toBeGreaterThan(2)
})

const plain = createTestDeps(db)
const fatuma = { name: 'staff:fatuma', address: null }
const proof = 'https://social.example/p/1'

test('a proof waits for staff, with its promised points', async () => {
  const member = await givenPremiumMember(db)
  const id = await givenTask(db, 'social', { points: 40 })
  expect(await submitProof(plain, member, { id, proof })).toMatchObject({ state: 'submitted', points: 40 })
  await db.updateTable('task').set({ points: 5 }).where('taskId', '=', id).execute()
  const listed = await listProvenTasks(plain, member, { kind: 'social' })
  expect(listed.find((task) => task.id === id)).toMatchObject({
    points: 40,
    proof: { state: 'submitted', reason: null, submittedAt: expect.any(Date) },
  })
})

test.each(PROOF_KINDS)('a %s is open to everyone, or to premium members', async (kind) => {
  const member = await givenMember(db)
  const submit = async () => submitProof(plain, member, { id: await givenTask(db, kind), proof })
  if (TASK_RULES[kind].isPremium) expect(await codeOf(submit())).toBe('PREMIUM_REQUIRED')
  else expect(await submit()).toMatchObject({ state: 'submitted' })
})

test('a micro-job is open to everyone, a social task is not', () => {
  expect(TASK_RULES).toMatchObject({ social: { isPremium: true }, 'micro-job': { isPremium: false } })
})

test('of many concurrent proofs one waits', async () => {
  const member = await givenMember(db)
  const id = await givenTask(db, 'micro-job')
  const results = await Promise.allSettled(
    Array.from({ length: 30 }, () => submitProof(plain, member, { id, proof })),
  )
  expect(refusals(results)).toEqual(Array(29).fill('PROOF_STATE'))
})

test('can be submitted again only after a rejection, whose reason is listed', async () => {
  const member = await givenMember(db)
  const id = await givenTask(db, 'micro-job')
  const listed = () => listProvenTasks(plain, member, { kind: 'micro-job' })
  const shown = async () => (await listed()).find((task) => task.id === id)?.proof
  const first = await submitProof(plain, member, { id, proof })
  await expect(submitProof(plain, member, { id, proof })).rejects.toMatchObject({ code: 'PROOF_STATE' })
  await decideProof(plain, fatuma, { id: first.id, decision: 'rejected', reason: 'The prices are missing' })
  expect(await shown()).toMatchObject({ state: 'rejected', reason: 'The prices are missing' })

  const second = await submitProof(plain, member, { id, proof: 'Flour 180, milk 60' })
  expect(await shown()).toMatchObject({ state: 'submitted', reason: null })
  await decideProof(plain, fatuma, { id: second.id, decision: 'approved', reason: '' })
  expect(await shown()).toMatchObject({ state: 'approved' })
  await expect(submitProof(plain, member, { id, proof })).rejects.toMatchObject({ code: 'PROOF_STATE' })
})

test('a task with a pending or approved proof is closed', async () => {
  const member = await givenMember(db)
  const id = await givenTask(db, 'micro-job')
  const open = async () =>
    (await getToday(plain, member)).opportunities.find(({ kind }) => kind === 'micro-job')?.open ?? 0
  const before = await open()
  await submitProof(plain, member, { id, proof })
  expect(await open()).toBe(before - 1)
})

test.each([
  ['switched off', 'micro-job', { isActive: false }],
  ['of another country', 'micro-job', { country: 'Uganda' }],
  ['a video', 'video', {}],
  ['an affiliate link', 'affiliate', {}],
] as const)('a task that is %s accepts no proof', async (_name, kind, given) => {
  const member = await givenPremiumMember(db)
  const id = await givenTask(db, kind, given)
  await expect(submitProof(plain, member, { id, proof })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('the address of one kind accepts no proof of another', async () => {
  const member = await givenPremiumMember(db)
  const id = await givenTask(db, 'social')
  expect(await codeOf(submitProof(plain, member, { id, proof, kind: 'micro-job' }))).toBe('NOT_FOUND')
  expect(await codeOf(submitProof(plain, member, { id: randomUUID(), proof }))).toBe('NOT_FOUND')
})

test.each(TASK_KINDS)('the database stores a proof of a %s only if members prove it', async (kind) => {
  const { memberId } = await givenMember(db)
  const taskId = await givenTask(db, kind)
  const insert = insertProof(db, { memberId, taskId, kind: kind as ProofKind, proof, points: 1 })
  if (isProofKind(kind)) expect(await insert).toMatchObject({ state: 'submitted' })
  else await expect(insert).rejects.toThrow('task_proof_kind_check')
})

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
    const postings = await readRows(trx, 'posting', ['kind'], { memberId: ref.memberId })
    const traces = [...postings.map(({ kind }) => kind), ...(await listJobNames(trx, ref.memberId))]
    return { state: proof.state, did: traces.flatMap((trace) => shown[trace] ?? []), row: [proof, traces] }
  },
})

import { describeFailure } from '@chuma/api/language/words'
import type { Failure } from '@chuma/contract/errors'
import { givenStaff } from '@chuma/core/admin/testing'
import { editEarnings } from '@chuma/core/wallet/edit-earnings'
import { insertPerson, setPersonOfMember } from '@chuma/db/queries/auth/people'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { callTrpc } from '../../src/testing.ts'
import { ALWAYS_WAIT } from './changes/members.ts'
import { createChangesApp, createStaffChanges } from './changes/staff-changes.ts'
import { listDisguises } from './disguises.ts'
import { procedureAccess } from './expectations.ts'
import { expectedRefusal } from './expected-answer.ts'
import { listStaffProcedures } from './list-staff-procedures.ts'
import { type CaseOf, type OthersCase, relations } from './relations.ts'

const testApp = await createChangesApp()
const { app, db, deps } = testApp
afterAll(testApp.close)
const changes = createStaffChanges(testApp)

const WAITS: Failure = {
  code: 'APPROVAL_PENDING',
  params: { approvalId: '', expiresAt: '', runsAt: null },
}
const cases = Object.entries(relations).flatMap(([path, relation]) =>
  typeof relation === 'string' ? [] : [[path, relation] as const],
)

test('every change of staff says whose case it decides', () => {
  const names = listStaffProcedures('mutation').map(({ path }) => path)
  expect(
    names.filter((path) => !(path in relations)),
    'test/access/relations.ts: say whose case this decides',
  ).toEqual([])
  expect(Object.keys(relations).filter((path) => !names.includes(path))).toEqual([])
})

/** What anyone of this person gets for a call, if it is not what it should be. */
async function findMismatches(
  { path, input }: { path: string; input: unknown },
  { personId, refusal, needs }: Omit<OthersCase, 'of'> & { personId: string },
): Promise<string[]> {
  const access = procedureAccess[path]
  if (!access) throw new Error(`${path} has no expectation`)
  const mismatches: string[] = []
  for (const { name, who, token } of await listDisguises(testApp, personId)) {
    const answer = await callTrpc(app, await token(), { type: 'mutation', path, input })
    const guarded = expectedRefusal(access, who, path) ?? (needs && expectedRefusal(needs, who))
    // Their permission is enough, but a critical call takes a person.
    const isForPeople = who.kind === 'key' && guarded === 'FORBIDDEN' && expectedRefusal(access, who) === null
    const params = isForPeople ? { why: 'person' } : {}
    const expected = describeFailure('en', guarded ? ({ code: guarded, params } as Failure) : refusal)
    if (!JSON.stringify(answer.body).includes(JSON.stringify(expected.message)))
      mismatches.push(`${name}: ${expected.message}, got ${answer.status} ${JSON.stringify(answer.body)}`)
  }
  return mismatches
}

test.each(cases)('%s is for another person than the one it is about', async (path, { of, ...others }) => {
  const { token, input } = await prepare(path)
  const personId = await givenPersonOf(of, input)
  expect(await findMismatches({ path, input }, { personId, ...others })).toEqual([])
  // Nothing of it has happened, and for anybody else the same call does, or is what a second person is asked.
  expect(await callTrpc(app, token, { type: 'mutation', path, input })).toMatchObject({
    status: ALWAYS_WAIT.includes(path) ? 202 : 200,
  })
})

test('admin.decideWithdrawal is for another person than the one who gave the points', async () => {
  const { token, input } = await prepare('admin.decideWithdrawal')
  const maker = await givenStaff(deps)
  const wish = { memberId: await findMemberOf('withdrawal', input), points: 20, totalEarnings: 20 }
  await editEarnings(deps, maker.actor, { ...wish, reason: 'Because' })
  const personId = await findPersonOfStaff(maker.id)
  const call = { path: 'admin.decideWithdrawal', input }
  expect(await findMismatches(call, { personId, refusal: WAITS })).toEqual([])
  expect(await callTrpc(app, token, { type: 'mutation', ...call })).toMatchObject({ status: 200 })
})

async function prepare(path: string) {
  const made = await changes[path]?.()
  if (!made) throw new Error(`${path} has no call that succeeds`)
  return made
}

/** The person whose case an input names. A member has none until the staff side knows them. */
async function givenPersonOf(of: CaseOf, input: unknown): Promise<string> {
  if (of === 'staff') return findPersonOfStaff((input as { id: string }).id)
  if (of === 'approval_request') {
    const { approvalId } = input as { approvalId: string }
    const { rows } = await sql<{ personId: string }>`
      select requester_id as person_id from approval_request where approval_id = ${approvalId}
    `.execute(db)
    return rows[0]?.personId ?? ''
  }
  const memberId = await findMemberOf(of, input)
  return db.transaction().execute(async (trx) => {
    const personId = await insertPerson(trx)
    await setPersonOfMember(trx, { memberId, personId })
    return personId
  })
}

const ID_OF: Record<Exclude<CaseOf, 'member' | 'staff' | 'approval_request' | 'statement_row'>, string> = {
  withdrawal: 'withdrawal_id',
  task_proof: 'proof_id',
  credit_claim: 'claim_id',
  survey_review: 'review_id',
  partner_credit: 'credit_id',
  click: 'click_id',
  payout_pause: 'pause_id',
  cluster: 'cluster_id',
  premium_payment: 'payment_id',
  partner_report_row: 'row_id',
  bank_batch: 'batch_id',
}

/** Where the members of what has several are listed. */
const MEMBERS_OF: Partial<Record<CaseOf, string>> = {
  cluster: 'cluster_member',
  bank_batch: 'bank_batch_row',
}

async function findMemberOf(of: Exclude<CaseOf, 'staff' | 'approval_request'>, input: unknown) {
  const { memberId, clickId, id } = input as { memberId: string; clickId?: string; id: string }
  if (of === 'member') return memberId
  if (of === 'statement_row') return findMemberOfRow(input as { id: string; paymentId?: string })
  const { rows } = await sql<{ memberId: string }>`
    select member_id from ${sql.table(MEMBERS_OF[of] ?? of)} where ${sql.ref(ID_OF[of])} = ${of === 'click' ? clickId : id}
  `.execute(db)
  return rows[0]?.memberId ?? ''
}

/** Of the payment that a row is matched with, or is going to be. */
async function findMemberOfRow({ id, paymentId }: { id: string; paymentId?: string }): Promise<string> {
  const { rows } = await sql<{ memberId: string }>`
    select member_id from withdrawal where withdrawal_id = coalesce(
      ${paymentId ?? null}::uuid, (select withdrawal_id from statement_entry where row_id = ${id} limit 1))
  `.execute(db)
  return rows[0]?.memberId ?? ''
}

async function findPersonOfStaff(staffId: string): Promise<string> {
  const { personId } = await db
    .selectFrom('staff')
    .select('personId')
    .where('staffId', '=', staffId)
    .executeTakeFirstOrThrow()
  return personId
}

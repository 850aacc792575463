import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { economy } from '@chuma/contract/admin/economy/economy'
import { defaultEconomy, demoLimits } from '@chuma/contract/admin/economy/economy-defaults'
import type { Permission } from '@chuma/contract/admin/permissions'
import { createSurveyInput } from '@chuma/contract/surveys/survey-offers'
import { createTestDb, tries } from '@chuma/db/testing'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { decideApproval } from '../../admin/approvals/decide-approval.ts'
import { createApiKey } from '../../admin/keys.ts'
import { setPersonOfMember } from '../../admin/people/people.ts'
import { givenStaff, identifyStaff } from '../../admin/testing.ts'
import type { AppError } from '../../app-error.ts'
import { requireStaff } from '../../auth/staff.ts'
import { givenSession } from '../../auth/testing.ts'
import type { StaffActor } from '../../caller.ts'
import { completeSurvey } from '../../surveys/complete-survey.ts'
import { createSurvey } from '../../surveys/offers/offers.ts'
import { givenMember, giveRole, readRow } from '../../testing.ts'
import { editEarnings } from '../../wallet/edit-earnings.ts'
import { ask as askFor, createPayoutDeps, createScriptedProvider } from '../testing.ts'
import { decideWithdrawal } from './decide-withdrawal.ts'

const { db, close } = await createTestDb()
afterAll(close)
/** A person gives 4 points a day alone, and approves withdrawals of less than 3 points. */
const deps = createPayoutDeps(db, createScriptedProvider().provider, {
  economy: async () =>
    economy.parse({
      ...defaultEconomy,
      ...demoLimits,
      selfApprovalKes: 0,
      dailyAdjustmentsOwnerKes: 4000,
      twoAdminsFromKes: 3000,
    }),
})

type Member = Awaited<ReturnType<typeof givenMember>>
/** A person's ways in, by what they want to do: tokens of accounts and keys. */
type Insider = { personId: string; boss: StaffActor; make: string[]; pay: string[] }

/** Someone with two staff accounts, a member account with a role, and a key for each side. */
async function givenInsider(): Promise<Insider> {
  const owner = await givenStaff(deps)
  const { personId } = await readRow(db, 'staff', ['personId'], { staffId: owner.id })
  const second = await givenStaff(deps, { personId })
  const admin = await givenMember(db)
  await giveRole(db, admin.memberId, { personId })
  const { token } = await givenSession(db, admin.memberId)
  // Each way in has just proved who they are, however long the steps take.
  await sql`update session set stepped_up_at = now() + interval '1 day' where member_id = ${admin.memberId}`.execute(
    db,
  )
  await sql`update staff_session set stepped_up_at = now() + interval '1 day'`.execute(db)
  const givenKey = async (permissions: CreateKey) =>
    (await createApiKey(deps, owner.caller, { name: randomUUID(), permissions, password: owner.password }))
      .token
  await sql`update staff set created_at = now() - interval '8 days'`.execute(db)
  await sql`update member set created_at = now() - interval '8 days' where member_id = ${admin.memberId}`.execute(
    db,
  )
  const accounts = [owner.token, second.token, token]
  return {
    personId,
    boss: owner.actor,
    make: [...accounts, await givenKey(['members:edit', 'offers:manage'])],
    pay: [...accounts, await givenKey(['withdrawals:decide'])],
  }
}
type CreateKey = Parameters<typeof createApiKey>[2]['permissions']

const insiders = await Promise.all([0, 1, 2, 3, 4].map(givenInsider))

const who = fc.record({ person: fc.nat(4), disguise: fc.nat(3) })
/** Of each member: a stranger, or the insider whose own account it is. */
const anyMembers = fc.array(fc.option(fc.nat(4)), { minLength: 1, maxLength: 3 })
const anySteps = fc.array(
  fc.record({ who, member: fc.nat(2), does: fc.constantFrom('give', 'survey', 'ask', 'approve', 'confirm') }),
  { minLength: 4, maxLength: 18 },
)

/** A change that waits for a second person. */
type Asked = { approvalId: string; by: number; withdrawalId: string | null }
type Account = {
  member: Member
  ownPerson: number | null
  givers: Set<number>
  pending: string[]
  asked: Asked[]
}

test('no person alone moves points that they created, or their own, to a payout, in no disguise and above no limit', async () => {
  await fc.assert(
    fc.asyncProperty(anyMembers, anySteps, async (owners, steps) => {
      const accounts = await Promise.all(owners.map(givenAccount))
      for (const { who, member, does } of steps) {
        const account = accounts[member % accounts.length]
        const insider = insiders[who.person]
        if (!account || !insider) throw new Error('no such account')
        if (does === 'ask') await ask(account)
        if (does === 'give') await give(account, { insider, ...who })
        if (does === 'survey') await earn(account, { insider, ...who })
        if (does === 'approve') await approve(account, { insider, ...who })
        if (does === 'confirm') await confirm(account, { insider, ...who })
      }
    }),
    { numRuns: tries({ short: 10, long: 2000 }) },
  )
}, 1_800_000)

async function givenAccount(ownPerson: number | null): Promise<Account> {
  const member = await givenMember(db, { points: 4 })
  const insider = ownPerson === null ? undefined : insiders[ownPerson]
  const teller = insiders[((ownPerson ?? 0) + 1) % insiders.length]
  if (insider && teller)
    await setPersonOfMember(deps, teller.boss, { memberId: member.memberId, personId: insider.personId })
  return { member, ownPerson, givers: new Set(), pending: [], asked: [] }
}

type Move = { insider: Insider; person: number; disguise: number }

const actAs = async (tokens: string[], disguise: number, permission: Permission) =>
  requireStaff(await identifyStaff(deps, tokens[disguise] ?? ''), permission)

async function give({ member, ownPerson, givers, asked }: Account, { insider, person, disguise }: Move) {
  const actor = await actAs(insider.make, disguise, 'members:edit')
  const { available } = await readRow(db, 'wallet', ['available'], { memberId: member.memberId })
  const points = available + 3
  const given = editEarnings(deps, actor, {
    memberId: member.memberId,
    points,
    totalEarnings: points,
    reason: 'x',
  })
  if (person === ownPerson) return expect(given).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const approvalId = await waitsFor(given)
  if (approvalId) remember(asked, { approvalId, by: person, withdrawalId: null })
  else givers.add(person)
}

/** The request that a call waits for; null if it was done. */
const waitsFor = (call: Promise<unknown>): Promise<string | null> =>
  call.then(
    () => null,
    (error: AppError) => {
      if (error.failure.code === 'APPROVAL_PENDING') return error.failure.params.approvalId
      throw error
    },
  )

/** Asking again finds the request of the person who asked first. */
function remember(asked: Asked[], request: Asked): void {
  if (!asked.some(({ approvalId }) => approvalId === request.approvalId)) asked.push(request)
}

async function earn({ member, givers }: Account, { insider, person, disguise }: Move) {
  const actor = await actAs(insider.make, disguise, 'offers:manage')
  const questions = [{ id: 1, type: 'yes-no', question: 'Yes?', required: true }]
  const offer = { title: 'Own', description: 'Own', reward: 2, duration: 1, kind: 'questions', questions }
  const { id: surveyId } = await createSurvey(deps, actor, createSurveyInput.parse(offer))
  await completeSurvey(deps, member, { surveyId, answers: { 1: 'yes' } })
  givers.add(person)
}

let asks = 0
async function ask({ member, pending }: Account) {
  const { available } = await readRow(db, 'wallet', ['available'], { memberId: member.memberId })
  if (available < 2) return
  const { id } = await askFor(deps, member, { points: available > 2 && asks++ % 2 ? 3 : 2 })
  pending.push(id)
}

async function approve({ ownPerson, givers, pending, asked }: Account, { insider, person, disguise }: Move) {
  const id = pending[0]
  if (!id) return
  const actor = await actAs(insider.pay, disguise, 'withdrawals:decide')
  const decided = decideWithdrawal(deps, actor, { id, status: 'approved', adminNotes: '' })
  if (person === ownPerson) return expect(decided).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const answer = await decided.then(
    () => 'done' as const,
    ({ failure }: AppError) => failure,
  )
  if (answer === 'done') {
    // Alone, or as the second person: what they gave themselves they never pay out.
    expect(givers.has(person)).toBe(false)
    asked.splice(0, asked.length, ...asked.filter(({ withdrawalId }) => withdrawalId !== id))
    pending.shift()
  } else if (answer.code === 'APPROVAL_PENDING') {
    remember(asked, { approvalId: answer.params.approvalId, by: person, withdrawalId: id })
  } else {
    const isOthers = asked.some(({ withdrawalId, by }) => withdrawalId === id && by !== person)
    expect([answer.code, givers.has(person), isOthers]).toEqual(['FORBIDDEN', true, true])
  }
}

/** Approve the oldest request about a member. */
async function confirm({ ownPerson, givers, pending, asked }: Account, { insider, person, disguise }: Move) {
  const request = asked[0]
  if (!request) return
  const { approvalId, by, withdrawalId } = request
  const actor = await actAs(insider.make, disguise, 'members:edit')
  const decided = decideApproval(deps, actor, { approvalId, decision: 'approve', note: '' })
  const isKey = disguise === 3
  if (isKey || person === by) return expect(decided).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const answer = await decided.then(
    () => 'done',
    ({ failure }: AppError) => failure,
  )
  // Other points came, or the withdrawal was decided, since it was asked for.
  const isOutdated = isDeepStrictEqual(answer, { code: 'APPROVAL_STATE', params: { state: 'outdated' } })
  const gave = withdrawalId !== null && givers.has(person)
  const mayDecide = person !== ownPerson && !gave
  if (!isOutdated) expect(answer).toEqual(mayDecide ? 'done' : expect.objectContaining({ code: 'FORBIDDEN' }))
  if (isOutdated || mayDecide) asked.shift()
  if (answer !== 'done') return
  if (withdrawalId === null) givers.add(by)
  else pending.splice(pending.indexOf(withdrawalId), 1)
}

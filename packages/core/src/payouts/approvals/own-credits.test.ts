import { randomUUID } from 'node:crypto'
import { POSTING_KINDS, type PostingKind } from '@chuma/contract/posting-kinds'
import { createSurveyInput } from '@chuma/contract/surveys/survey-offers'
import { isPremiumKind, PAID_TASK_KINDS } from '@chuma/contract/tasks/task-kinds'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { insertPosting } from '@chuma/db/queries/wallet/ledger'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createApiKey } from '../../admin/keys.ts'
import { givenStaff, identifyStaff } from '../../admin/testing.ts'
import { requireStaff } from '../../auth/staff.ts'
import type { StaffActor } from '../../caller.ts'
import { grantPremium } from '../../premium/grant-premium.ts'
import { completeSurvey } from '../../surveys/complete-survey.ts'
import { createSurvey } from '../../surveys/offers/offers.ts'
import { createQuizQuestion } from '../../tasks/quiz/questions.ts'
import { getQuiz, submitQuiz } from '../../tasks/quiz/quiz.ts'
import { givenMember, giveRole, readRow } from '../../testing.ts'
import { editEarnings } from '../../wallet/edit-earnings.ts'
import { approve as approveBy, ask as askFor, createPayoutDeps, createScriptedProvider } from '../testing.ts'
import { previewBulkApproval } from './approval-rules.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createPayoutDeps(db, createScriptedProvider().provider)

/** A second person has to approve it too. */
const waits = { code: 'APPROVAL_PENDING' }
const approve = (actor: StaffActor, id: string, by = deps) => approveBy(by, { id }, actor)
const give = (actor: StaffActor, memberId: string, points: number) =>
  editEarnings(deps, actor, { memberId, points, totalEarnings: points, reason: 'Because' })
const ask = (member: Member, points = 2) => askFor(deps, member, { points })

/** Another person approves alone what this one cannot. */
async function expectOthersOnly(maker: StaffActor, { id }: { id: string }) {
  await expect(approve(maker, id)).rejects.toMatchObject(waits)
  const other = await givenStaff(deps)
  expect(await approve(other.actor, id)).toMatchObject({ status: 'approved' })
}

test('who edits a member’s points does not approve alone what they pay for, from no account and with no key', async () => {
  const maker = await givenStaff(deps, { role: 'finance' })
  const { personId } = await readRow(db, 'staff', ['personId'], { staffId: maker.id })
  const second = await givenStaff(deps, { role: 'finance', personId })
  const owner = await givenStaff(deps, { personId })
  const { name, token } = await createApiKey(deps, owner.caller, {
    name: randomUUID(),
    permissions: ['withdrawals:decide'],
    password: owner.password,
  })
  const key = requireStaff(await identifyStaff(deps, token), 'withdrawals:decide')
  expect(key.name).toBe(`key:${name}`)
  const admin = await givenMember(db)
  await giveRole(db, admin.memberId, { role: 'finance', personId })

  const member = await givenMember(db)
  await give(maker.actor, member.memberId, 90)
  const { id } = await ask(member, 90)
  const disguises = [maker.actor, second.actor, key, { name: `member:${admin.memberId}`, address: null }]
  for (const actor of disguises) await expect(approve(actor, id)).rejects.toMatchObject(waits)
  const other = await givenStaff(deps, { role: 'finance' })
  expect(await approve(other.actor, id)).toMatchObject({ status: 'approved' })
})

test('who created or changed a survey does not approve alone what it earned', async () => {
  const maker = await givenStaff(deps)
  const offer = {
    title: 'Instant',
    description: 'Instant',
    reward: 2,
    duration: 1,
    kind: 'questions',
    questions: [{ id: 1, type: 'yes-no', question: 'Yes?', required: true }],
  }
  const survey = await createSurvey(deps, maker.actor, createSurveyInput.parse(offer))
  const member = await givenMember(db)
  await completeSurvey(deps, member, { surveyId: survey.id, answers: { 1: 'yes' } })
  // Answered as fast as by a program, which would keep the withdrawal out of a bulk approval.
  await db.deleteFrom('surveyReview').where('memberId', '=', member.memberId).execute()
  const { id } = await ask(member)
  await expect(approve(maker.actor, id)).rejects.toMatchObject(waits)
  const other = await givenStaff(deps)
  expect(await previewBulkApproval(deps, other.actor)).toMatchObject({ withdrawals: [{ id }] })
  expect(await previewBulkApproval(deps, maker.actor)).toMatchObject({ withdrawals: [] })
  expect(await approve(other.actor, id)).toMatchObject({ status: 'approved' })
})

test('up to selfApprovalKes one person may do both, and after 30 days again', async () => {
  const maker = await givenStaff(deps)
  const lenient = { ...deps, economy: async () => ({ ...(await deps.economy()), selfApprovalKes: 9000 }) }
  const few = await givenMember(db)
  await give(maker.actor, few.memberId, 9)
  const asked = await ask(few)
  expect(await approve(maker.actor, asked.id, lenient)).toMatchObject({ status: 'approved' })

  const many = await givenMember(db)
  await give(maker.actor, many.memberId, 10)
  const { id } = await ask(many)
  await expect(approve(maker.actor, id, lenient)).rejects.toMatchObject(waits)
  await moveCredits(many.memberId, -31)
  expect(await approve(maker.actor, id)).toMatchObject({ status: 'approved' })
  await moveCredits(many.memberId, 31)
})

type Member = Awaited<ReturnType<typeof givenMember>>

async function answerQuiz(member: Member) {
  const premium = { ...member, isPremium: true }
  const { questions } = await getQuiz(deps, premium)
  const answers = Object.fromEntries(questions.map(({ id }) => [id, 'B' as const]))
  await submitQuiz(deps, premium, { answers })
}
const QUESTION = {
  question: 'Which town?',
  optionA: 'Nairobi',
  optionB: 'Mombasa',
  optionC: 'Kisumu',
  optionD: 'Nakuru',
  correctAnswer: 'B',
  isActive: true,
} as const
type Given = { actor?: string; subjectId?: string; houseAccount?: 'adjustments' }
/** Points as their posting is written, whatever they are for. */
const book = ({ memberId }: Member, kind: PostingKind, { actor, houseAccount, subjectId }: Given = {}) =>
  insertPosting(db, {
    memberId,
    kind,
    availableDelta: 3,
    heldDelta: 0,
    houseAccount: houseAccount ?? 'rewards',
    sourceKey: randomUUID(),
    description: 'Points',
    ...(subjectId && { subjectId }),
    actor: actor ?? `member:${memberId}`,
  })
const note = (entry: Parameters<typeof insertAuditEntry>[1]) =>
  db.transaction().execute((trx) => insertAuditEntry(trx, entry))
const noteMade = ({ name }: StaffActor, subject: string) =>
  note({ actor: name, action: 'created', subject, address: null, after: {} })

const givenPremium = ({ memberId }: Member) =>
  sql`update member set premium_until = now() + interval '1 month' where member_id = ${memberId}`.execute(db)

type Earn = (actor: StaffActor, member: Member) => Promise<unknown>

/** Their subject is what the actor created or changed. */
const ofSubject =
  (kind: PostingKind, noun: 'survey' | 'task'): Earn =>
  async (actor, member) => {
    const subjectId = randomUUID()
    await noteMade(actor, `${noun}:${subjectId}`)
    await book(member, kind, { subjectId })
  }
/** Their posting names who decided it. */
const byActor =
  (kind: PostingKind, houseAccount?: Given['houseAccount']): Earn =>
  ({ name }, member) =>
    book(member, kind, { actor: name, ...(houseAccount && { houseAccount }) })

const changeOdds: Earn = async (actor, member) => {
  await note({
    actor: actor.name,
    action: 'economy.changed',
    subject: 'economy',
    address: null,
    before: { spinTable: [] },
    after: { spinTable: [{ points: 100, weight: 1 }] },
  })
  await givenPremium(member)
  await book(member, 'spin')
}
const writeQuestion: Earn = async (actor, member) => {
  await db.updateTable('quizQuestion').set({ isActive: false }).execute()
  await createQuizQuestion(deps, actor, QUESTION)
  await givenPremium(member)
  await answerQuiz(member)
}
const makePartner: Earn = async (actor, member) => {
  const partner = `partner:${randomUUID()}`
  await noteMade(actor, partner)
  await book(member, 'offer', { actor: partner })
}

/** How a person can give points of each kind; null: the rates alone decide them, or another person does already. */
const GIVERS: Partial<Record<PostingKind, Earn | null>> = {
  survey: ofSubject('survey', 'survey'),
  'daily-login': null,
  spin: changeOdds,
  quiz: writeQuestion,
  ...Object.fromEntries(PAID_TASK_KINDS.map((kind) => [kind, ofSubject(kind, 'task')])),
  offer: makePartner,
  referral: null,
  claim: byActor('claim'),
  profile: null,
  adjustment: byActor('adjustment', 'adjustments'),
  'debt-written-off': byActor('debt-written-off', 'adjustments'),
  'debt-moved': null,
}
/** Points that a member had already: they come back, or another posting of theirs ends. */
const NOT_GIVEN: readonly PostingKind[] = ['payout-returned', 'release', 'reversal']

test('every kind of posting that gives points has its rule here', async () => {
  const { rows } = await sql<{ kind: string }>`
    select distinct kind from unnest(${sql.val([...POSTING_KINDS])}::text[]) as kind, unnest(array[-1, 0]) as held,
      unnest(array['rewards', 'payouts', 'adjustments', 'reversals', null]) as house, unnest(array[1, null]) as reverses
    where is_sound_posting(kind, 1, held, house, reverses) is not false
  `.execute(db)
  expect(rows.map(({ kind }) => kind).sort()).toEqual([...Object.keys(GIVERS), ...NOT_GIVEN].sort())
})

const kindsOf = (isGiven: boolean) =>
  Object.entries(GIVERS).flatMap(([kind, earn]) =>
    (earn !== null) === isGiven ? [[kind, earn] as const] : [],
  )

test.each([...kindsOf(true), ['micro-job by its proof', byActor('micro-job')] as const])(
  'nobody approves alone the %s points that they gave',
  async (_kind, earn) => {
    const maker = await givenStaff(deps)
    const member = await givenMember(db)
    await earn?.(maker.actor, member)
    await expectOthersOnly(maker.actor, await ask(member))
  },
)

test.each(kindsOf(false))('%s points come from nobody who could pay them out', async (kind) => {
  const { actor } = await givenStaff(deps)
  const member = await givenMember(db)
  const houseAccount = kind === 'debt-moved' ? 'adjustments' : undefined
  await book(member, kind as PostingKind, { actor: 'system', ...(houseAccount && { houseAccount }) })
  const { id } = await ask(member)
  expect(await approve(actor, id)).toMatchObject({ status: 'approved' })
})

test.each(['spin', 'quiz', ...PAID_TASK_KINDS.filter(isPremiumKind)] as const)(
  'nobody approves alone the %s points of premium that they granted',
  async (kind) => {
    const maker = await givenStaff(deps)
    const member = await givenMember(db)
    await grantPremium(deps, maker.actor, { memberId: member.memberId, months: 12, reason: 'Prize' })
    await book(member, kind)
    await expectOthersOnly(maker.actor, await ask(member))
  },
)

test('premium granted for a year counts as a credit for as long as it runs, and 30 days more', async () => {
  const maker = await givenStaff(deps)
  const member = await givenMember(db)
  await grantPremium(deps, maker.actor, { memberId: member.memberId, months: 2, reason: 'Prize' })
  const age = (days: number) =>
    sql`update premium_grant set created_at = created_at - make_interval(days => ${days}) where member_id = ${member.memberId}`.execute(
      db,
    )
  await sql`alter table premium_grant disable trigger user`.execute(db)
  await age(80)
  await book(member, 'video')
  const { id } = await ask(member)
  await expect(approve(maker.actor, id)).rejects.toMatchObject(waits)
  await age(15)
  expect(await approve(maker.actor, id)).toMatchObject({ status: 'approved' })
  await sql`alter table premium_grant enable trigger user`.execute(db)
})

/** As if a member had got their points on another day. */
async function moveCredits(memberId: string, days: number) {
  await sql`alter table posting disable trigger user`.execute(db)
  await sql`grant update on posting to current_user`.execute(db)
  await sql`
    update posting set created_at = created_at + make_interval(days => ${days}) where member_id = ${memberId} and kind = 'adjustment'
  `.execute(db)
  await sql`alter table posting enable trigger user`.execute(db)
}

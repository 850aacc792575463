import { randomBytes } from 'node:crypto'
import { TERMS_IN_FORCE } from '@chuma/contract/account/terms'
import type { StaffRole } from '@chuma/contract/admin/permissions'
import type { RequestWithdrawalInput } from '@chuma/contract/wallet/wallet'
import { findMemberByEmail, insertEmailOwner } from '@chuma/db/queries/account/members'
import { insertAcceptedTerms } from '@chuma/db/queries/account/terms'
import { insertPerson, setPersonOfMember } from '@chuma/db/queries/admin/people'
import { findStaffByUsername } from '@chuma/db/queries/admin/staff'
import { insertSession, revokeSession } from '@chuma/db/queries/auth/sessions'
import {
  ensureDemoPageViews,
  insertDemoMember,
  setDemoStanding,
  settleDemoStaff,
} from '@chuma/db/queries/demo'
import { listUserSurveys } from '@chuma/db/queries/surveys/survey-attempts'
import { insertWallet } from '@chuma/db/queries/wallet/ledger'
import { createStaff } from '../admin/staff/create-staff.ts'
import { keepPoints } from '../books/journal/keep-points.ts'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { decideWithdrawal } from '../payouts/approvals/decide-withdrawal.ts'
import { listSurveys } from '../surveys/list-surveys.ts'
import { requestWithdrawal } from '../wallet/request-withdrawal.ts'
import { tellAnswerCategories } from './answer-categories.ts'
import { answerSurvey } from './answer-survey.ts'
import { tellBankStatements } from './bank-statements.ts'
import { tellClients } from './clients.ts'
import { ensureDemoClusters } from './clusters.ts'
import { handInProofs } from './hand-in-proofs.ts'
import { ensureDemoInbox } from './inbox.ts'
import { ensureDemoQuestions } from './quiz-questions.ts'
import { tellQuotas } from './quotas.ts'
import { RAIL_MEMBERS, tellRails } from './rails.ts'
import { tellReceivables } from './receivables.ts'
import { seedStory, storyBegins } from './story/seed-story.ts'
import { ensureDemoSurveys } from './surveys.ts'
import { ensureDemoTasks } from './tasks.ts'
import { visitPartners } from './visit-partners.ts'

const password = 'demo-chuma'
/** In Kenya, where the demo is. */
const dayOf = (moment: Date) => new Date(moment.getTime() + 3 * 3600 * 1000).toISOString().slice(0, 10)
const YEAR_MS = 365 * 24 * 3600 * 1000

type DemoMember = {
  email: string
  password: string
  firstName: string
  lastName: string
  isPremium: boolean
  adminRole: StaffRole | null
}

export const DEMO_STAFF = { username: 'admin', password }
/** A second person, because some decisions need one. */
export const DEMO_SECOND_STAFF = { username: 'finance', password }
export const DEMO_MEMBERS: readonly [DemoMember, ...DemoMember[]] = [
  {
    email: 'member@demo.chuma',
    password,
    firstName: 'Wanjiku',
    lastName: 'Kamau',
    isPremium: false,
    adminRole: null,
  },
  {
    email: 'premium@demo.chuma',
    password,
    firstName: 'Otieno',
    lastName: 'Odhiambo',
    isPremium: true,
    adminRole: null,
  },
  {
    email: 'admin@demo.chuma',
    password,
    firstName: 'Amina',
    lastName: 'Hassan',
    isPremium: false,
    adminRole: 'owner',
  },
]

/** `hasStory`: the demo begins with ninety days behind it (docs/decisions/0004). */
type DemoOptions = { hasStory?: boolean }

/**
 * Fill a new database with members, surveys, tasks and a short history, through the functions that real members use. Every
 * step can be repeated, so the next start finishes an interrupted one. The staff account is created last and marks the end.
 */
export async function seedDemo(deps: Deps, { hasStory = false }: DemoOptions = {}): Promise<void> {
  await ensureDemoSurveys(deps)
  await ensureDemoTasks(deps.db)
  await ensureDemoQuestions(deps.db)
  if (await findStaffByUsername(deps.db, DEMO_STAFF.username)) return

  const [ann, premium] = await Promise.all(DEMO_MEMBERS.map((member) => ensureMember(deps, member)))
  // The past comes first: what members do below happens now, after it.
  if (hasStory) {
    await seedStory(deps, { password })
    await keepPoints(deps, { firstDay: dayOf(storyBegins()) })
  } else await ensureDemoPageViews(deps.db)
  if (ann) await liveThroughPaidWithdrawal(deps, ann)
  if (ann) await handInProofs(deps, ann)
  if (premium) {
    await answerSurveys(deps, premium, 2)
    await ask(deps, premium, { withdrawalMethod: 'mpesa', pointsToWithdraw: 3, mpesaNumber: '254700000102' })
  }
  await ensureDemoInbox(deps)
  if (!(await findStaffByUsername(deps.db, DEMO_SECOND_STAFF.username))) {
    await createStaff(deps, { ...DEMO_SECOND_STAFF, role: 'finance' })
  }
  if (hasStory) {
    await tellBankStatements(deps)
    await tellReceivables(deps)
    await tellClusters(deps)
    await tellAnswerCategories(deps)
    await tellClients(deps, {
      passwordHash: await deps.passwords.hash(password),
      answer: async ({ taste, ...person }, surveyId) =>
        answerSurvey(deps, await ensureMember(deps, { ...DEMO_MEMBERS[0], ...person }), { surveyId, taste }),
    })
    await tellRails(deps, async (email, order) => {
      const names = RAIL_MEMBERS.find((one) => one.email === email)
      const member = await ensureMember(deps, { ...DEMO_MEMBERS[0], ...names, email })
      await answerSurveys(deps, member, 2)
      return ask(deps, member, order)
    })
    await tellQuotas(deps)
  }
  await createStaff(deps, { ...DEMO_STAFF, role: 'owner' })
  await settleDemoStaff(deps.db)
}

async function tellClusters(deps: Deps): Promise<void> {
  await ensureDemoClusters(deps, {
    passwordHash: await deps.passwords.hash(password),
    earn: async (member) => {
      await answerSurveys(deps, member, 2)
      await ask(deps, member, {
        withdrawalMethod: 'bank',
        pointsToWithdraw: 2,
        bankName: 'KCB',
        accountNumber: '1180554433',
        accountName: 'Peter Traders',
      })
    },
  })
}

async function ensureMember(
  deps: Deps,
  { email, isPremium, adminRole, ...names }: DemoMember,
): Promise<SignedInMember> {
  const passwordHash = await deps.passwords.hash(password)
  await deps.db.transaction().execute(async (trx) => {
    const memberId = await insertEmailOwner(trx, email)
    if (!memberId) return
    const { firstName, lastName } = names
    await insertDemoMember(trx, { memberId, email, firstName, lastName, passwordHash }, 1)
    await setDemoStanding(trx, memberId, {
      premiumUntil: isPremium ? new Date(Date.now() + YEAR_MS) : null,
      adminRole,
    })
    if (adminRole) await setPersonOfMember(trx, { memberId, personId: await insertPerson(trx) })
    await insertWallet(trx, memberId)
    await insertAcceptedTerms(trx, { memberId, version: TERMS_IN_FORCE.version })
  })
  const member = await findMemberByEmail(deps.db, email)
  if (!member) throw new Error(`demo member ${email} could not be made`)
  return {
    memberId: member.memberId,
    email,
    isPremium,
    isEmailVerified: true,
    adminRole,
    tokenHash: Buffer.alloc(32),
  }
}

async function liveThroughPaidWithdrawal(deps: Deps, member: SignedInMember): Promise<void> {
  await answerSurveys(deps, member, 3)
  await visitPartners(deps, member)
  const { id } = await ask(deps, member, {
    withdrawalMethod: 'bank',
    pointsToWithdraw: 2,
    bankName: 'Equity Bank',
    accountNumber: '0123456789012',
    accountName: 'Wanjiku Kamau',
  })
  const staff = { name: `staff:${DEMO_STAFF.username}`, address: null }
  for (const decision of [
    { status: 'approved' as const, adminNotes: '' },
    { status: 'paid' as const, adminNotes: 'EFT-000417' },
  ]) {
    await decideWithdrawal(deps, staff, { id, ...decision }).catch(ignoreRepeat)
  }
}

function ignoreRepeat(error: unknown) {
  if (!(error instanceof Error && 'code' in error && error.code === 'WITHDRAWAL_STATE')) throw error
}

/** Only an open session can request a withdrawal. This one ends with the request, and nobody has its token. */
async function ask(
  { db, ...deps }: Deps,
  { memberId, ...member }: SignedInMember,
  input: RequestWithdrawalInput,
) {
  const session = { memberId, tokenHash: randomBytes(32) }
  await db.transaction().execute((trx) => insertSession(trx, { ...session, address: null, userAgent: null }))
  const asked = { ...input, idempotencyKey: 'demo' }
  const withdrawal = await requestWithdrawal({ db, ...deps }, { ...member, ...session }, asked)
  await revokeSession(db, session)
  return withdrawal
}

async function answerSurveys(deps: Deps, member: SignedInMember, count: number): Promise<void> {
  const answered = await listUserSurveys(deps.db, member.memberId)
  const missing = count - answered.filter(({ status }) => status === 'completed').length
  const ours = (await listSurveys(deps, member)).filter(
    ({ kind, status }) => kind !== 'external' && status === null,
  )
  for (const { id } of ours.slice(0, Math.max(0, missing))) {
    await answerSurvey(deps, member, { surveyId: id })
  }
}

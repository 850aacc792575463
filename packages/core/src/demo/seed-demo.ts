import { randomBytes } from 'node:crypto'
import { TERMS_IN_FORCE } from '@chuma/contract/account/terms'
import type { StaffRole } from '@chuma/contract/admin/permissions'
import type { BankMapping } from '@chuma/contract/books/statements'
import { EXAMPLE_FORMATS } from '@chuma/contract/payouts/bank-batches'
import { listOffersInput } from '@chuma/contract/surveys/survey-offers'
import type { SurveyQuestion } from '@chuma/contract/surveys/surveys'
import type { RequestWithdrawalInput } from '@chuma/contract/wallet/wallet'
import { findMemberByEmail, insertEmailOwner } from '@chuma/db/queries/account/members'
import { insertAcceptedTerms } from '@chuma/db/queries/account/terms'
import { insertPerson, setPersonOfMember } from '@chuma/db/queries/admin/people'
import { findStaffByUsername } from '@chuma/db/queries/admin/staff'
import { insertSession, revokeSession } from '@chuma/db/queries/auth/sessions'
import {
  endDemoReviews,
  ensureDemoPageViews,
  insertDemoMember,
  listDemoBankPayments,
  setDemoStanding,
  settleDemoStaff,
} from '@chuma/db/queries/demo'
import { listUserSurveys } from '@chuma/db/queries/surveys/survey-attempts'
import { insertWallet } from '@chuma/db/queries/wallet/ledger'
import { createStaff } from '../admin/staff/manage-staff.ts'
import { keepPoints } from '../books/journal/keep-points.ts'
import { importStatement } from '../books/statements/import-statement.ts'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { decideWithdrawal } from '../payouts/approvals/decide-withdrawal.ts'
import { createBankBatch, listBankBatches } from '../payouts/batches/batches.ts'
import { completeSurvey } from '../surveys/complete-survey.ts'
import { listAllOffers } from '../surveys/offers/stored-offers.ts'
import { changeCategory, codeAnswers, getCodeFrame } from '../surveys/results/categories.ts'
import { listSurveyAnswers } from '../surveys/results/export-results.ts'
import { settleDueReviews } from '../surveys/reviews.ts'
import { getSurvey, listSurveys, startSurvey } from '../surveys/surveys.ts'
import { submitProof } from '../tasks/proofs.ts'
import { listMicroJobs } from '../tasks/task-lists.ts'
import { requestWithdrawal } from '../wallet/withdrawals.ts'
import { ensureDemoClusters, tellClients } from './clients.ts'
import { ensureDemoInbox, tellQuotas, tellReceivables } from './quotas.ts'
import { seedStory, storyBegins } from './story/create-story.ts'
import { ensureDemoSurveys } from './surveys.ts'
import { ensureDemoQuestions, ensureDemoTasks } from './tasks.ts'

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

export const SURVEY = 'A visit to the clinic'
export const QUESTION = 6
export const CATEGORIES = [
  { name: 'Price', words: /cheaper|price|bei/i },
  { name: 'Network', words: /network|mtandao/i },
  { name: 'Waiting', words: /queue/i },
  { name: 'More choice', words: /choice|chaguo/i },
]

const staff = { name: 'staff:demo', address: null }

/** Sort the open answers to one survey into categories, and leave some for those who try it. */
async function tellAnswerCategories(deps: Deps): Promise<void> {
  const [survey] = await listAllOffers(deps, listOffersInput.parse({ search: SURVEY }))
  const id = survey?.id
  if (!id) return
  const question = { id, questionId: QUESTION }
  if ((await getCodeFrame(deps, question)).categories.length > 0) return
  const answers = await listSurveyAnswers(deps, { ...question, quality: 'all', limit: 200 })
  for (const { name, words } of CATEGORIES) {
    const { categories } = await changeCategory(deps, staff, { ...question, change: { kind: 'add', name } })
    const respondents = answers.flatMap(({ id: respondent, answer }) =>
      words.test(answer) ? respondent : [],
    )
    const code = categories.at(-1)?.code
    if (code === undefined || respondents.length === 0) continue
    await codeAnswers(deps, staff, { ...question, respondents, add: [code], remove: [] })
  }
}

/** Answer a survey as a demo member. Those of another `taste` answer every third question differently. */
async function answerSurvey(
  deps: Deps,
  member: SignedInMember,
  { surveyId, taste = 1 }: { surveyId: string; taste?: number },
): Promise<void> {
  const { questions } = await getSurvey(deps, member, { surveyId })
  const answers = Object.fromEntries(
    questions.map((question, index) => [
      String(question.id),
      plausibleAnswer(question, (index + taste) % 3 === 0),
    ]),
  )
  await completeSurvey(deps, member, { surveyId, answers })
  // A program answers faster than people. Nothing that demo members did before anyone came is in doubt.
  await endDemoReviews(deps.db, member.memberId)
  await settleDueReviews(deps)
}

function plausibleAnswer({ type, options }: SurveyQuestion, isOther: boolean): string | number {
  if (type === 'rating') return isOther ? 3 : 4
  if (type === 'yes-no') return isOther ? 'no' : 'yes'
  if (type === 'multiple-choice') return options[isOther ? 1 : 0] ?? ''
  return isOther ? 'It took a while, but the questions were clear.' : 'Works well for me.'
}

const MAPPING: BankMapping = {
  delimiter: 'comma',
  headerRow: 1,
  date: 'Date',
  dateFormat: 'YYYY-MM-DD',
  amount: 'Amount',
  reference: 'Reference',
}
const FINANCE = { name: 'staff:finance', address: null }

/** Import the bank's statements of the payments that the story says were paid: without them each would be a difference. */
async function tellBankStatements(deps: Deps): Promise<void> {
  const payments = await listDemoBankPayments(deps.db)
  // A statement has at most 31 days.
  const months = Map.groupBy(payments, ({ day }) => day.slice(0, 7))
  for (const month of months.values()) {
    const rows = month.map(({ day, receipt, payoutKes }) => `${day},${receipt},-${payoutKes}.00`)
    await importStatement(deps, FINANCE, {
      csv: ['Date,Reference,Amount', ...rows].join('\n'),
      isDryRun: false,
      bank: { name: 'KCB 4417', mapping: MAPPING },
    })
  }
}

const PROOFS: Record<string, string> = {
  'Prices in your market':
    'Gikomba, Saturday morning: maize flour (2 kg) KES 180, a bunch of sukuma wiki KES 20, a litre of milk KES 65.',
  'Translate ten sentences': 'https://example.com/wanjiku/ten-sentences',
}

/** Submit proofs for a member, so that staff have some to review. Skips existing ones. */
async function handInProofs(deps: Deps, member: SignedInMember): Promise<void> {
  for (const { id, title, proof } of await listMicroJobs(deps, member)) {
    const words = PROOFS[title]
    if (words && !proof) await submitProof(deps, member, { id, proof: words })
  }
}

/** Who is paid otherwise than by M-Pesa. */
const RAIL_MEMBERS = [
  {
    email: 'brian@demo.chuma',
    firstName: 'Brian',
    lastName: 'Mutua',
    order: { withdrawalMethod: 'airtel', pointsToWithdraw: 2, mpesaNumber: '254733000900' },
  },
  {
    email: 'mercy@demo.chuma',
    firstName: 'Mercy',
    lastName: 'Chebet',
    order: { withdrawalMethod: 'airtime', pointsToWithdraw: 2, mpesaNumber: '254770000900' },
  },
] as const satisfies readonly {
  email: string
  firstName: string
  lastName: string
  order: RequestWithdrawalInput
}[]

type Ask = (email: string, order: RequestWithdrawalInput) => Promise<{ id: string }>

/**
 * Pay a member's Airtel wallet and one's airtime, through the simulators once the server runs, and collect the bank payments that
 * wait into a batch. Can be repeated.
 */
async function tellRails(deps: Deps, ask: Ask): Promise<void> {
  const staff = { name: 'staff:finance', address: null }
  for (const { email, order } of RAIL_MEMBERS) {
    if (!deps.payouts.methods.includes(order.withdrawalMethod)) continue
    const { id } = await ask(email, order)
    await decideWithdrawal(deps, staff, { id, status: 'approved', adminNotes: '' }).catch(ignoreRepeat)
  }
  const [format] = EXAMPLE_FORMATS
  const { waitingCount, batches } = await listBankBatches(deps)
  if (format && waitingCount > 0 && batches.length === 0) await createBankBatch(deps, staff, { format })
}

/** Open every partner's survey that the member has not started, so that staff see clicks. */
async function visitPartners(deps: Deps, member: SignedInMember): Promise<void> {
  const surveys = await listSurveys(deps, member)
  const waiting = surveys.filter(({ kind, status }) => kind === 'external' && status === null)
  for (const { id } of waiting) await startSurvey(deps, member, { surveyId: id })
}

import type { StaffRole } from '@chuma/contract/admin/permissions'
import { EXAMPLE_FORMATS } from '@chuma/contract/payouts/bank-batches'
import { questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import { saveQuotasInput } from '@chuma/contract/surveys/quotas/quotas'
import { listOffersInput } from '@chuma/contract/surveys/survey-offers'
import { findMemberByEmail } from '@chuma/db/queries/account/members'
import { findStaffByUsername } from '@chuma/db/queries/admin/staff'
import { insertPerson, setPersonOfMember } from '@chuma/db/queries/auth/people'
import {
  endDemoReviews,
  ensureDemoPageViews,
  findDemoSurvey,
  listDemoMembers,
  setDemoStanding,
  settleDemoStaff,
} from '@chuma/db/queries/demo'
import { listMessages, listTemplates } from '@chuma/db/queries/inbox/inbox'
import { insertMissingSurveys } from '@chuma/db/queries/surveys/surveys'
import { createStaff } from '../admin/staff/manage-staff.ts'
import { keepPoints } from '../books/journal/keep-points.ts'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { createTemplate, sendMessage } from '../inbox/messages.ts'
import { decideWithdrawal } from '../payouts/approvals/decide-withdrawal.ts'
import { createBankBatch, listBankBatches } from '../payouts/batches/batches.ts'
import { eraseMembers } from '../personal-data/erase-members.ts'
import { sealPlainRows, sealPlainSecrets } from '../secrets/seal-stored.ts'
import { completeSurvey, saveAnswer } from '../surveys/complete-survey.ts'
import { listAllOffers } from '../surveys/offers/stored-offers.ts'
import { publishQuestionnaire, saveQuestionnaire } from '../surveys/questionnaire/save-questionnaire.ts'
import { saveQuotas } from '../surveys/quotas/quotas.ts'
import { changeCategory, codeAnswers, getCodeFrame } from '../surveys/results/categories.ts'
import { listSurveyAnswers } from '../surveys/results/export-results.ts'
import { settleDueReviews } from '../surveys/reviews.ts'
import { listSurveys, startSurvey } from '../surveys/surveys.ts'
import { submitProof } from '../tasks/proofs.ts'
import { listProvenTasks } from '../tasks/task-lists.ts'
import catalogue from './catalogue.json' with { type: 'json' }
import { ensureDemoQuestions, ensureDemoSurveys, ensureDemoTasks } from './catalogue.ts'
import { ensureDemoClusters, tellClients, tellReceivables } from './clients.ts'
import {
  actor,
  addMember,
  answerSurveys,
  ask,
  FINANCE,
  type Named,
  named,
  password,
  signedIn,
} from './members.ts'
import savers from './savers.json' with { type: 'json' }
import { tellStatements } from './statements.ts'
import { seedStory, storyBegins } from './story/create-story.ts'
import { DAY, later, STORY_DAYS } from './story/world.ts'

/** In Kenya, where the demo is. */
const firstDay = () =>
  later(storyBegins(), 3 * 60)
    .toISOString()
    .slice(0, 10)

type DemoMember = Named & { password: string; isPremium: boolean; adminRole: StaffRole | null }

const demoMember = (email: string, name: string, standing: Partial<DemoMember> = {}): DemoMember => ({
  ...named(email, name),
  ...{ password, isPremium: false, adminRole: null, ...standing },
})

export const DEMO_STAFF = { username: 'admin', password }
/** A second person, because some decisions need one. */
export const DEMO_SECOND_STAFF = { username: 'finance', password }
export const DEMO_MEMBERS: readonly [DemoMember, ...DemoMember[]] = [
  demoMember('member@demo.chuma', 'Wanjiku Kamau'),
  demoMember('premium@demo.chuma', 'Otieno Odhiambo', { isPremium: true }),
  demoMember('admin@demo.chuma', 'Amina Hassan', { adminRole: 'owner' }),
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
    await sealPlainSecrets(deps)
    while (await sealPlainRows(deps));
    await keepPoints(deps, { firstDay: firstDay() })
    // One member of the story asked for it more than two weeks ago.
    await eraseMembers(deps)
  }
  await ensureDemoPageViews(deps.db, hasStory ? STORY_DAYS - 1 : 30)
  if (ann) await liveThroughPaidWithdrawal(deps, ann)
  if (premium) {
    await answerSurveys(deps, premium, 2)
    await ask(deps, premium, { withdrawalMethod: 'mpesa', pointsToWithdraw: 3, mpesaNumber: '254700000102' })
  }
  await ensureDemoInbox(deps)
  if (!(await findStaffByUsername(deps.db, DEMO_SECOND_STAFF.username))) {
    await createStaff(deps, { ...DEMO_SECOND_STAFF, role: 'finance' })
  }
  if (hasStory) await tellPresent(deps)
  await createStaff(deps, { ...DEMO_STAFF, role: 'owner' })
  await settleDemoStaff(deps.db)
}

/** Continue the story in the present, through the functions that staff, clients and members use. */
async function tellPresent(deps: Deps): Promise<void> {
  const passwordHash = await deps.passwords.hash(password)
  await tellStatements(deps)
  await tellReceivables(deps)
  await ensureDemoClusters(deps, passwordHash)
  await tellAnswerCategories(deps)
  await tellClients(deps, passwordHash)
  await tellRails(deps)
  await tellQuotas(deps)
}

async function ensureMember(deps: Deps, member: DemoMember): Promise<SignedInMember> {
  const { email, isPremium, adminRole } = member
  const also: Parameters<typeof addMember>[2]['also'] = async (trx, memberId) => {
    const premiumUntil = isPremium ? later(new Date(), 365 * DAY) : null
    await setDemoStanding(trx, memberId, { premiumUntil, adminRole })
    if (adminRole) await setPersonOfMember(trx, { memberId, personId: await insertPerson(trx) })
  }
  await addMember(deps, member, { passwordHash: await deps.passwords.hash(password), also })
  const found = await findMemberByEmail(deps.db, email)
  if (!found) throw new Error(`demo member ${email} could not be made`)
  return { ...signedIn({ memberId: found.memberId, email }), isPremium, adminRole }
}

const PROOFS: Record<string, string> = {
  'Prices in your market':
    'Gikomba, Saturday morning: maize flour (2 kg) KES 180, a bunch of sukuma wiki KES 20, a litre of milk KES 65.',
  'Translate ten sentences': 'https://example.com/wanjiku/ten-sentences',
}

/** Answer surveys, click on every partner's, be paid by a bank, and hand in proofs that staff have not seen yet. */
async function liveThroughPaidWithdrawal(deps: Deps, member: SignedInMember): Promise<void> {
  await answerSurveys(deps, member, 3)
  for (const { id, kind, status } of await listSurveys(deps, member)) {
    if (kind === 'external' && status === null) await startSurvey(deps, member, { surveyId: id })
  }
  const account = { bankName: 'Equity Bank', accountNumber: '0123456789012', accountName: 'Wanjiku Kamau' }
  const { id } = await ask(deps, member, { withdrawalMethod: 'bank', pointsToWithdraw: 2, ...account })
  const staff = actor(`staff:${DEMO_STAFF.username}`)
  for (const [status, adminNotes] of [
    ['approved', ''],
    ['paid', 'EFT-000417'],
  ] as const) {
    await decideWithdrawal(deps, staff, { id, status, adminNotes }).catch(ignoreRepeat)
  }
  for (const { id: jobId, title, proof } of await listProvenTasks(deps, member, { kind: 'micro-job' })) {
    const words = PROOFS[title]
    if (words && !proof) await submitProof(deps, member, { id: jobId, proof: words })
  }
}

function ignoreRepeat(error: unknown) {
  if (!(error instanceof Error && 'code' in error && error.code === 'WITHDRAWAL_STATE')) throw error
}

export const SURVEY = 'A visit to the clinic'
export const QUESTION = 6
export const CATEGORIES = [
  { name: 'Price', words: /cheaper|price|bei/i },
  { name: 'Network', words: /network|mtandao/i },
  { name: 'Waiting', words: /queue/i },
  { name: 'More choice', words: /choice|chaguo/i },
]

/** Sort the open answers to one survey into categories, and leave some for those who try it. */
async function tellAnswerCategories(deps: Deps): Promise<void> {
  const [survey] = await listAllOffers(deps, listOffersInput.parse({ search: SURVEY }))
  if (!survey) return
  const [question, staff] = [{ id: survey.id, questionId: QUESTION }, actor('staff:demo')]
  if ((await getCodeFrame(deps, question)).categories.length > 0) return
  const answers = await listSurveyAnswers(deps, { ...question, quality: 'all', limit: 200 })
  for (const { name, words } of CATEGORIES) {
    const { categories } = await changeCategory(deps, staff, { ...question, change: { kind: 'add', name } })
    const respondents = answers.flatMap(({ id, answer }) => (words.test(answer) ? id : []))
    const code = categories.at(-1)?.code
    if (code === undefined || respondents.length === 0) continue
    await codeAnswers(deps, staff, { ...question, respondents, add: [code], remove: [] })
  }
}

/** Who is paid otherwise than by M-Pesa. */
const RAIL_MEMBERS = [
  ['airtel', demoMember('brian@demo.chuma', 'Brian Mutua'), '254733000900'],
  ['airtime', demoMember('mercy@demo.chuma', 'Mercy Chebet'), '254770000900'],
] as const

/**
 * Pay a member's Airtel wallet and one's airtime, through the simulators once the server runs, and collect the bank payments that
 * wait into a batch. Can be repeated.
 */
async function tellRails(deps: Deps): Promise<void> {
  for (const [withdrawalMethod, person, mpesaNumber] of RAIL_MEMBERS) {
    if (!deps.payouts.methods.includes(withdrawalMethod)) continue
    const member = await ensureMember(deps, person)
    await answerSurveys(deps, member, 2)
    const { id } = await ask(deps, member, { withdrawalMethod, pointsToWithdraw: 2, mpesaNumber })
    await decideWithdrawal(deps, FINANCE, { id, status: 'approved', adminNotes: '' }).catch(ignoreRepeat)
  }
  const [format] = EXAMPLE_FORMATS
  const { waitingCount, batches } = await listBankBatches(deps)
  if (format && waitingCount > 0 && batches.length === 0) await createBankBatch(deps, FINANCE, { format })
}

/** Tell of a survey whose quotas are partly filled, by members of the story. One of them is in the middle of it. */
async function tellQuotas(deps: Deps): Promise<void> {
  const { title } = savers.survey
  if (await findDemoSurvey(deps.db, title)) return
  const createdAt = later(new Date(), -30 * DAY)
  const survey = { ...savers.survey, kind: 'questions' as const, questions: null, createdAt }
  await deps.db.transaction().execute((trx) => insertMissingSurveys(trx, [survey]))
  const { surveyId: id = '' } = (await findDemoSurvey(deps.db, title)) ?? {}
  const staff = actor('staff:content')
  const asked = questionnaire.parse(savers.questionnaire)
  await saveQuestionnaire(deps, staff, { id, version: 0, questionnaire: asked })
  await saveQuotas(deps, staff, saveQuotasInput.parse({ id, version: 0, ...savers.quotas }))
  await publishQuestionnaire(deps, staff, { id, version: 1 })
  const members = await listDemoMembers(deps.db, savers.answers.length)
  for (const [place, member] of members.map(signedIn).entries()) {
    const answers: Readonly<Record<string, string | number>> = savers.answers[place] ?? {}
    if (answers['3']) {
      await completeSurvey(deps, member, { surveyId: id, answers })
      await endDemoReviews(deps.db, member.memberId)
      continue
    }
    for (const [questionId, answer] of Object.entries(answers))
      await saveAnswer(deps, member, { surveyId: id, questionId: Number(questionId), answer })
  }
  await settleDueReviews(deps)
}

/** Add messages and reply templates for the demo. Existing ones don't change. */
async function ensureDemoInbox(deps: Deps): Promise<void> {
  const visitor = { member: null, staff: null, apiKey: null, address: null, userAgent: null }
  const known = new Set((await listTemplates(deps.db)).map(({ name }) => name))
  for (const template of catalogue.templates) {
    const text = `Dear {firstName},\n\n${template.text}`
    if (!known.has(template.name)) await createTemplate(deps, actor('system'), { ...template, text })
  }
  const written = new Set((await listMessages(deps.db, { limit: 100 })).map(({ subject }) => subject))
  for (const message of catalogue.messages) {
    if (!written.has(message.subject)) await sendMessage(deps, visitor, message)
  }
}

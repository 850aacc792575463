import { questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import type { QuotaDimension } from '@chuma/contract/surveys/quotas/quotas'
import { endDemoReviews, listDemoCredits, listDemoMembers } from '@chuma/db/queries/demo'
import { listMessages, listTemplates } from '@chuma/db/queries/inbox/inbox'
import { findOfferByTitle } from '@chuma/db/queries/surveys/survey-offers'
import { insertMissingSurveys } from '@chuma/db/queries/surveys/surveys'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { createTemplate, sendMessage } from '../inbox/messages.ts'
import { issueInvoice } from '../receivables/invoices.ts'
import { bookReceipt } from '../receivables/receipts.ts'
import { addUpReceivables, listReceivables, setPaymentDays } from '../receivables/receivables.ts'
import { importReport } from '../receivables/reports/import-report.ts'
import { completeSurvey, saveAnswer } from '../surveys/complete-survey.ts'
import { publishQuestionnaire, saveQuestionnaire } from '../surveys/questionnaire/save-questionnaire.ts'
import { saveQuotas } from '../surveys/quotas/quotas.ts'
import { settleDueReviews } from '../surveys/reviews.ts'

const TITLE = 'How you save'
const DAY_MS = 86_400_000
const option = (code: string, en: string, sw: string) => ({ code, words: { en, sw } })

const asked = questionnaire.parse({
  languages: ['en', 'sw'],
  sections: [
    {
      code: 'screening',
      isScreening: true,
      questions: [
        {
          id: 1,
          code: 'home',
          type: 'multiple-choice',
          words: { en: 'Where do you live?', sw: 'Unaishi wapi?' },
          options: [option('town', 'In a town', 'Mjini'), option('village', 'In a village', 'Kijijini')],
        },
        {
          id: 2,
          code: 'saves',
          type: 'multiple-choice',
          words: { en: 'Where do you save most?', sw: 'Unaweka akiba wapi zaidi?' },
          options: [
            option('bank', 'In a bank', 'Benki'),
            option('sacco', 'In a SACCO', 'SACCO'),
            option('phone', 'On my phone', 'Kwenye simu'),
            option('nowhere', 'I do not save', 'Siweki akiba'),
          ],
          endIf: [
            {
              if: { '==': [{ var: 'saves' }, 'nowhere'] },
              outcome: 'screened-out',
              reason: { en: 'This survey is for people who save.', sw: 'Utafiti huu ni wa wanaoweka akiba.' },
            },
          ],
        },
      ],
    },
    {
      code: 'saving',
      questions: [
        {
          id: 3,
          code: 'safe',
          type: 'rating',
          words: { en: 'How safe is your money there?', sw: 'Pesa zako ziko salama kiasi gani huko?' },
        },
      ],
    },
  ],
})

const group = (code: string, label: string) => ({ code, label, codes: [code] })
const dimensions: QuotaDimension[] = [
  {
    source: 'question',
    code: 'home',
    label: 'Home',
    groups: [group('town', 'Town'), group('village', 'Village')],
  },
  {
    source: 'question',
    code: 'saves',
    label: 'Saves',
    groups: [group('bank', 'Bank'), group('sacco', 'SACCO'), group('phone', 'Phone')],
  },
]
const TARGETS = {
  'town|bank': 2,
  'town|sacco': 20,
  'town|phone': 30,
  'village|bank': 10,
  'village|sacco': 20,
  'village|phone': 18,
}

/** The first two fill a cell; the last is in the middle of it. */
const ANSWERS = [
  { '1': 'In a town', '2': 'In a bank', '3': 4 },
  { '1': 'In a town', '2': 'In a bank', '3': 3 },
  { '1': 'In a village', '2': 'On my phone', '3': 5 },
  { '1': 'In a town', '2': 'In a SACCO' },
] as const

/** Tell of a survey whose quotas are partly filled, by members of the story. */
export async function tellQuotas(deps: Deps): Promise<void> {
  if (await findOfferByTitle(deps.db, TITLE)) return
  const id = await insertSurvey(deps)
  const staff = { name: 'staff:content', address: null }
  await saveQuestionnaire(deps, staff, { id, version: 0, questionnaire: asked })
  await saveQuotas(deps, staff, {
    id,
    version: 0,
    dimensions,
    cells: Object.entries(TARGETS).map(([cell, target]) => ({ groups: cell.split('|'), target })),
    total: 100,
    softLaunch: null,
    dailyPercent: null,
    holdMinutes: 1440,
  })
  await publishQuestionnaire(deps, staff, { id, version: 1 })
  const members = await listDemoMembers(deps.db, ANSWERS.length)
  for (const [place, answers] of ANSWERS.entries()) {
    const member = members[place]
    if (member) await answer(deps, member, { id, answers })
  }
  await settleDueReviews(deps)
}

async function insertSurvey({ db }: Deps): Promise<string> {
  await db.transaction().execute((trx) =>
    insertMissingSurveys(trx, [
      {
        title: TITLE,
        description:
          'Banks, SACCOs and phones: where people keep what they put aside, and how safe it is there.',
        rewardUsd: 3,
        screenOutPoints: 1,
        durationMinutes: 3,
        category: 'finance',
        country: 'Kenya',
        kind: 'questions',
        questions: null,
        createdAt: new Date(Date.now() - 30 * DAY_MS),
      },
    ]),
  )
  const found = await findOfferByTitle(db, TITLE)
  if (!found) throw new Error(`the demo survey ${TITLE} could not be made`)
  return found.surveyId
}

type StoryMember = Pick<SignedInMember, 'memberId' | 'email'>
type Answering = { id: string; answers: (typeof ANSWERS)[number] }

async function answer(deps: Deps, story: StoryMember, { id: surveyId, answers }: Answering): Promise<void> {
  const member = {
    ...story,
    isEmailVerified: true,
    isPremium: false,
    adminRole: null,
    tokenHash: Buffer.alloc(32),
  }
  if ('3' in answers) {
    await completeSurvey(deps, member, { surveyId, answers })
    await endDemoReviews(deps.db, member.memberId)
    return
  }
  for (const [questionId, said] of Object.entries(answers)) {
    await saveAnswer(deps, member, { surveyId, questionId: Number(questionId), answer: said })
  }
}

const FINANCE = { name: 'staff:finance', address: null }
/** Last month's invoice is issued on the first, due on that day, and overdue on any later one. */
const PAYMENT_DAYS = 1

/** Tell of a partner that paid one month and not the next, and whose report differs from our credits in every way. */
export async function tellReceivables(deps: Deps): Promise<void> {
  await addUpReceivables(deps)
  const { day, months, kesPerUsd } = await listReceivables(deps, { months: 4 })
  const month = (ago: number) =>
    new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 - ago, 1))
      .toISOString()
      .slice(0, 7)
  const found = months
    .filter((one) => one.month === month(1) && one.canInvoice && one.accruedCents > one.reversedCents)
    .toSorted((one, other) => other.accruedCents - one.accruedCents)
    .find(({ partnerId }) =>
      months.some((one) => one.partnerId === partnerId && one.month === month(2) && one.canInvoice),
    )
  if (!found) return
  const { partnerId } = found
  /** On the morning after the month, unless that is yet to come. */
  const issuedAt = (ago: number) =>
    new Date(Math.min(Date.now(), Date.parse(`${month(ago - 1)}-01T08:00:00+03:00`)))
  await setPaymentDays(deps, FINANCE, { partnerId, paymentDays: PAYMENT_DAYS })
  const paid = await issueInvoice(deps, FINANCE, {
    partnerId,
    month: month(2),
    issuedAt: issuedAt(2),
  }).catch(() => null)
  if (paid) {
    const kesCents = paid.totalCents * kesPerUsd
    await bookReceipt(deps, FINANCE, {
      partnerId,
      reference: 'SWIFT 2048-771',
      day: `${month(1)}-14`,
      amountCents: paid.totalCents,
      kesCents: kesCents - 350_00,
      chargeKesCents: 350_00,
      invoiceIds: [],
    })
  }
  await issueInvoice(deps, FINANCE, { partnerId, month: month(1), issuedAt: issuedAt(1) })
  await tellReport(deps, { partnerId, month: month(1) })
}

/** The partner's report of a few of our credits, with one difference of each kind. */
async function tellReport(deps: Deps, of: { partnerId: string; month: string }): Promise<void> {
  const credits = await listDemoCredits(deps.db, of)
  const paid = credits.filter(({ state }) => state === 'available')
  const [same, less, back, missing] = paid
  const gone = credits.find(({ state }) => state === 'reversed')
  if (!same || !less || !back || !missing) return
  type Said = { transactionId: string; usd: number; at: Date }
  const row = ({ transactionId, usd, at }: Said, status = 'approved') =>
    `${transactionId},${usd},${status},${at.toISOString()}`
  const rows = [
    row(same),
    row({ ...less, usd: Math.round(less.usd * 50) / 100 }),
    row(back, 'reversed'),
    row({ ...same, transactionId: 'tx-unknown-4471' }),
    ...(gone ? [row(gone)] : []),
    row({ ...same, transactionId: 'tx-damaged-9' }, 'on review'),
    // All others agree, so that only one is missing.
    ...paid.slice(4).map((one) => row(one)),
  ]
  await importReport(deps, FINANCE, {
    partnerId: of.partnerId,
    csv: ['Transaction,Payout,Status,Time', ...rows].join('\n'),
    isDryRun: false,
    mapping: {
      delimiter: 'comma',
      headerRow: 1,
      transactionId: 'Transaction',
      amount: 'Payout',
      amountUnit: 'dollars',
      status: 'Status',
      approved: 'approved',
      pending: 'pending',
      reversed: 'reversed',
      time: 'Time',
      dateFormat: 'YYYY-MM-DD',
    },
  })
}

const visitor = { member: null, staff: null, apiKey: null, address: null, userAgent: null }
const staff = { name: 'system', address: null }

const MESSAGES = [
  {
    name: 'Achieng Ouma',
    email: 'achieng@demo.chuma',
    subject: 'My withdrawal is still pending',
    message: 'I asked for KES 2,000 on Monday and it still says pending.\n\nIs there something I have to do?',
  },
  {
    name: 'Kiprono Cheruiyot',
    email: 'kiprono@demo.chuma',
    subject: 'Can I change my M-Pesa number?',
    message: 'I have a new line. How do I change the number that you pay to?',
  },
]

const TEMPLATES = [
  {
    name: 'Payout takes a day',
    subject: null,
    text: 'Dear {firstName},\n\nwe look at every withdrawal before it is paid. That takes up to one working day, and you need not do anything.',
  },
  {
    name: 'New M-Pesa number',
    subject: 'Your M-Pesa number',
    text: 'Dear {firstName},\n\nenter the new number the next time you withdraw. The first payout to a new number is looked at by a person.',
  },
]

/** Add messages and reply templates for the demo. Existing ones don't change. */
export async function ensureDemoInbox(deps: Deps): Promise<void> {
  const known = new Set((await listTemplates(deps.db)).map(({ name }) => name))
  for (const template of TEMPLATES) {
    if (!known.has(template.name)) await createTemplate(deps, staff, template)
  }
  const written = new Set((await listMessages(deps.db, { limit: 100 })).map(({ subject }) => subject))
  for (const message of MESSAGES) {
    if (!written.has(message.subject)) await sendMessage(deps, visitor, message)
  }
}

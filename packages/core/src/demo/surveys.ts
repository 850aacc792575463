import type { PlainQuestion, SurveyKind } from '@chuma/contract/surveys/surveys'
import type { Trx } from '@chuma/db/client'
import { insertPartnerIfMissing } from '@chuma/db/queries/partners/partners'
import { insertMissingSurveys } from '@chuma/db/queries/surveys/surveys'
import type { Deps } from '../deps.ts'
import { createPartnerKey, sealPartnerSecret } from '../partners/events.ts'
import type { Secrets } from '../secrets/secrets.ts'

const mobileMoney: PlainQuestion[] = [
  {
    id: 1,
    type: 'multiple-choice',
    question: 'What do you use mobile money for most?',
    options: [
      'Paying in shops',
      'Sending to family',
      'Bills and school fees',
      'Saving',
      'Receiving my income',
    ],
    required: true,
  },
  {
    id: 2,
    type: 'yes-no',
    question: 'Did you use a loan on your phone this year?',
    options: [],
    required: true,
  },
  {
    id: 3,
    type: 'rating',
    question: 'How fair are the charges for sending money?',
    options: [],
    required: true,
  },
  {
    id: 4,
    type: 'text',
    question: 'Describe the last time a payment went wrong, and how it was put right.',
    options: [],
    required: true,
  },
  {
    id: 5,
    type: 'text',
    question: 'What should mobile money be able to do next?',
    options: [],
    required: false,
  },
]

const commuting: PlainQuestion[] = [
  {
    id: 1,
    type: 'multiple-choice',
    question: 'How do you usually get to work or class?',
    options: ['Matatu', 'Boda boda', 'Bus', 'On foot', 'Own car', 'I work at home'],
    required: true,
  },
  {
    id: 2,
    type: 'multiple-choice',
    question: 'How long does one way take?',
    options: ['Under 20 minutes', '20 to 45 minutes', '45 to 90 minutes', 'Over 90 minutes'],
    required: true,
  },
  { id: 3, type: 'rating', question: 'How safe do you feel on the way?', options: [], required: true },
  {
    id: 4,
    type: 'yes-no',
    question: 'Would you pay more for a seat that is certain and leaves on time?',
    options: [],
    required: true,
  },
  {
    id: 5,
    type: 'text',
    question: 'Which stretch of your route should be mended first?',
    options: [],
    required: false,
  },
]

const clinicVisit: PlainQuestion[] = [
  {
    id: 1,
    type: 'multiple-choice',
    question: 'Which kind of facility did you last visit?',
    options: [
      'County hospital',
      'Health centre or dispensary',
      'Private clinic',
      'Mission hospital',
      'Chemist',
    ],
    required: true,
  },
  {
    id: 2,
    type: 'multiple-choice',
    question: 'How long did you wait to be seen?',
    options: ['Under 30 minutes', '30 to 60 minutes', '1 to 3 hours', 'Longer than 3 hours'],
    required: true,
  },
  { id: 3, type: 'rating', question: 'How well were things explained to you?', options: [], required: true },
  { id: 4, type: 'yes-no', question: 'Was the medicine you needed in stock?', options: [], required: true },
  { id: 5, type: 'rating', question: 'How manageable was the cost?', options: [], required: true },
  { id: 6, type: 'text', question: 'What one change would help patients most?', options: [], required: true },
  { id: 7, type: 'text', question: 'Anything else about the visit?', options: [], required: false },
]

/** The demo's own questionnaires; its other surveys are built from their category. */
const demoQuestions = { mobileMoney, commuting, clinicVisit }

type DemoSurvey = {
  title: string
  description: string
  rewardUsd: number
  durationMinutes: number
  category: string
  country: string
  /** Default: `questions`. */
  kind?: SurveyKind
  /** Null: built from the category. */
  questions: PlainQuestion[] | null
  /** The demo partner's page. */
  externalUrl?: string
}

/** Newest first. */
const demoSurveys: DemoSurvey[] = [
  {
    title: 'Mobile money in your week',
    description: 'Tell us how you send, receive and save with your phone, and where it still lets you down.',
    rewardUsd: 6.5,
    durationMinutes: 12,
    category: 'finance',
    country: 'Kenya',
    questions: demoQuestions.mobileMoney,
  },
  {
    title: 'The family shopping basket',
    description:
      'Which staples go into the basket first, where they come from, and what happens when prices rise.',
    rewardUsd: 4.5,
    durationMinutes: 10,
    category: 'market-research',
    country: 'Kenya',
    questions: null,
  },
  {
    title: 'Getting to work: matatu, boda or bus',
    description:
      'Help a transport planner understand how long the journey takes, what it costs and how safe it feels.',
    rewardUsd: 5,
    durationMinutes: 10,
    category: 'consumer-behavior',
    country: 'Kenya',
    questions: demoQuestions.commuting,
  },
  {
    title: 'Home internet and data bundles',
    description: 'What you pay to be online, how far a bundle goes, and what would make you change provider.',
    rewardUsd: 8.25,
    durationMinutes: 15,
    category: 'technology',
    country: 'Kenya',
    questions: null,
  },
  {
    title: 'A visit to the clinic',
    description:
      'Your last visit to a health facility: the wait, the care and the cost. No medical details are asked.',
    rewardUsd: 12.5,
    durationMinutes: 20,
    category: 'healthcare',
    country: 'Kenya',
    questions: demoQuestions.clinicVisit,
  },
  {
    title: 'Tea, coffee and what comes with it',
    description:
      'A short one about the brands you know, the ones you buy and the ones you would serve to a guest.',
    rewardUsd: 3,
    durationMinutes: 5,
    category: 'brand-awareness',
    country: 'Kenya',
    questions: null,
  },
  {
    title: 'Your phone after one year',
    description:
      'How the phone in your pocket has held up: battery, camera, repairs, and whether you would buy it again.',
    rewardUsd: 7.75,
    durationMinutes: 14,
    category: 'product-feedback',
    country: 'Global',
    questions: null,
  },
  {
    title: 'Weekends and free time',
    description: 'Sport, music, family or a second job: how people spend the hours that are their own.',
    rewardUsd: 3.5,
    durationMinutes: 6,
    category: 'lifestyle',
    country: 'Global',
    questions: null,
  },
  {
    title: 'Chamas and saving together',
    description:
      'For members of a chama and for those who prefer to save alone: what works, and what breaks trust.',
    rewardUsd: 9,
    durationMinutes: 16,
    category: 'finance',
    country: 'Kenya',
    questions: null,
  },
  {
    title: 'Shopping online in Kenya',
    description:
      'What you order on your phone, how it reaches you, and how often it has to go back. On a partner’s page.',
    rewardUsd: 6,
    durationMinutes: 12,
    category: 'consumer-behavior',
    country: 'Kenya',
    kind: 'external',
    questions: null,
    externalUrl: 'https://example.com/demo-research/shopping?click={click_id}',
  },
  {
    title: 'Sun on the roof',
    description:
      'Solar lamps, panels and pay-as-you-go: what they cost and what they are worth. On a partner’s page.',
    rewardUsd: 9.5,
    durationMinutes: 18,
    category: 'technology',
    country: 'Global',
    kind: 'external',
    questions: null,
    externalUrl: 'https://example.com/demo-research/solar/{click_id}',
  },
  {
    title: 'Count me in',
    description: 'Tells the researchers that you would like to hear from them. There is nothing to answer.',
    rewardUsd: 3,
    durationMinutes: 1,
    category: 'lifestyle',
    country: 'Global',
    kind: 'instant',
    questions: null,
  },
]

const HOURS_BETWEEN = 7

/** Add surveys for the demo. Existing ones, by title, don't change. */
export function ensureDemoSurveys({ db, secrets }: Pick<Deps, 'db' | 'secrets'>): Promise<void> {
  const newest = Date.now()
  return db.transaction().execute(async (trx) => {
    const partnerId = await insertDemoPartner(trx, secrets)
    const surveys = demoSurveys.map(({ kind = 'questions', externalUrl = null, ...survey }, index) => ({
      ...survey,
      kind,
      externalUrl,
      partnerId: externalUrl === null ? null : partnerId,
      createdAt: new Date(newest - index * HOURS_BETWEEN * 3_600_000),
    }))
    await insertMissingSurveys(trx, surveys)
  })
}

const reply = (status: number, body: string) => ({ status, body })

/** Posts JSON signed in `X-Signature`: HMAC-SHA256 of the body, in hex. Pays without a hold, so that the demo shows it. */
const scheme = {
  signature: {
    mode: 'raw-body',
    hash: 'sha256',
    keyed: 'hmac',
    encoding: 'hex',
    location: 'header:x-signature',
  },
  fields: {
    user: 'click_id',
    transaction: 'transaction_id',
    amountUsd: { param: 'amount_usd', unit: 'dollars' },
    reason: 'reason',
  },
  statuses: [
    { param: 'status', values: { completed: 'credit', screened_out: 'screenout', taken_back: 'reverse' } },
  ],
  amountSign: 'absolute',
  ipAllow: [],
  ceilings: { maxUsdCentsPerEvent: 25_00, maxUsdCentsPerMemberDay: 100_00 },
  holdDays: 0,
  replies: {
    ok: reply(200, 'OK'),
    duplicate: reply(200, 'OK'),
    rejected: reply(403, 'REJECTED'),
    retry: reply(500, 'RETRY'),
  },
}

/** Add the partner of the demo's external surveys, with the secret for its signatures. Returns its id. */
export function insertDemoPartner(trx: Trx, secrets: Secrets): Promise<string> {
  const key = createPartnerKey(secrets)
  return insertPartnerIfMissing(trx, {
    name: 'Demo Research',
    preset: 'signed-link',
    ...key,
    secret: sealPartnerSecret(secrets, key.partnerId, 'demo'),
    scheme,
    isActive: true,
  })
}

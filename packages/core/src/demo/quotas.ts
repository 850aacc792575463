import { questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import type { QuotaDimension } from '@chuma/contract/surveys/quotas/quotas'
import { endDemoReviews, listDemoMembers } from '@chuma/db/queries/demo'
import { findOfferByTitle } from '@chuma/db/queries/surveys/survey-offers'
import { insertMissingSurveys } from '@chuma/db/queries/surveys/surveys'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { completeSurvey } from '../surveys/complete-survey.ts'
import { publishQuestionnaire } from '../surveys/questionnaire/publish-questionnaire.ts'
import { saveQuestionnaire } from '../surveys/questionnaire/save-questionnaire.ts'
import { saveQuotas } from '../surveys/quotas/save-quotas.ts'
import { settleDueReviews } from '../surveys/reviews/settle-due-reviews.ts'
import { saveAnswer } from '../surveys/save-answer.ts'

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

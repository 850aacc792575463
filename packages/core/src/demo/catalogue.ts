import type { PlainQuestion, SurveyKind } from '@chuma/contract/surveys/surveys'
import type { QuizOptionKey } from '@chuma/contract/tasks/games'
import type { Db, Trx } from '@chuma/db/client'
import { insertPartnerIfMissing } from '@chuma/db/queries/partners/partners'
import { insertMissingSurveys } from '@chuma/db/queries/surveys/surveys'
import { insertMissingQuestions } from '@chuma/db/queries/tasks/quiz-questions'
import { insertMissingTasks } from '@chuma/db/queries/tasks/tasks'
import type { Deps } from '../deps.ts'
import { createPartnerKey, sealPartnerSecret } from '../partners/events.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { tableOf } from './story/world.ts'

/** The newest first. */
const SURVEYS = tableOf(
  ['title', 'usd', 'minutes', 'category', 'country', 'kind', 'page', 'description'],
  `
  Mobile money in your week | 6.5 | 12 | finance | Kenya | questions |
    | Tell us how you send, receive and save with your phone, and where it still lets you down.
  The family shopping basket | 4.5 | 10 | market-research | Kenya | questions |
    | Which staples go into the basket first, where they come from, and what happens when prices rise.
  Getting to work: matatu, boda or bus | 5 | 10 | consumer-behavior | Kenya | questions |
    | Help a transport planner understand how long the journey takes, what it costs and how safe it feels.
  Home internet and data bundles | 8.25 | 15 | technology | Kenya | questions |
    | What you pay to be online, how far a bundle goes, and what would make you change provider.
  A visit to the clinic | 12.5 | 20 | healthcare | Kenya | questions |
    | Your last visit to a health facility: the wait, the care and the cost. No medical details are asked.
  Tea, coffee and what comes with it | 3 | 5 | brand-awareness | Kenya | questions |
    | A short one about the brands you know, the ones you buy and the ones you would serve to a guest.
  Your phone after one year | 7.75 | 14 | product-feedback | Global | questions |
    | How the phone in your pocket has held up: battery, camera, repairs, and whether you would buy it again.
  Weekends and free time | 3.5 | 6 | lifestyle | Global | questions |
    | Sport, music, family or a second job: how people spend the hours that are their own.
  Chamas and saving together | 9 | 16 | finance | Kenya | questions |
    | For members of a chama and for those who prefer to save alone: what works, and what breaks trust.
  Shopping online in Kenya | 6 | 12 | consumer-behavior | Kenya | external | shopping?click={click_id}
    | What you order on your phone, how it reaches you, and how often it has to go back. On a partner’s page.
  Sun on the roof | 9.5 | 18 | technology | Global | external | solar/{click_id}
    | Solar lamps, panels and pay-as-you-go: what they cost and what they are worth. On a partner’s page.
  Count me in | 3 | 1 | lifestyle | Global | instant |
    | Tells the researchers that you would like to hear from them. There is nothing to answer.`,
)

/** The questionnaires of the demo's own; other surveys are built from their category. A question mark: need not be answered. */
const QUESTIONS = tableOf(
  ['survey', 'type', 'question', 'options'],
  `
  Mobile money in your week | multiple-choice | What do you use mobile money for most?
    | Paying in shops, Sending to family, Bills and school fees, Saving, Receiving my income
  Mobile money in your week | yes-no | Did you use a loan on your phone this year?
  Mobile money in your week | rating | How fair are the charges for sending money?
  Mobile money in your week | text | Describe the last time a payment went wrong, and how it was put right.
  Mobile money in your week | text? | What should mobile money be able to do next?
  Getting to work: matatu, boda or bus | multiple-choice | How do you usually get to work or class?
    | Matatu, Boda boda, Bus, On foot, Own car, I work at home
  Getting to work: matatu, boda or bus | multiple-choice | How long does one way take?
    | Under 20 minutes, 20 to 45 minutes, 45 to 90 minutes, Over 90 minutes
  Getting to work: matatu, boda or bus | rating | How safe do you feel on the way?
  Getting to work: matatu, boda or bus | yes-no
    | Would you pay more for a seat that is certain and leaves on time?
  Getting to work: matatu, boda or bus | text? | Which stretch of your route should be mended first?
  A visit to the clinic | multiple-choice | Which kind of facility did you last visit?
    | County hospital, Health centre or dispensary, Private clinic, Mission hospital, Chemist
  A visit to the clinic | multiple-choice | How long did you wait to be seen?
    | Under 30 minutes, 30 to 60 minutes, 1 to 3 hours, Longer than 3 hours
  A visit to the clinic | rating | How well were things explained to you?
  A visit to the clinic | yes-no | Was the medicine you needed in stock?
  A visit to the clinic | rating | How manageable was the cost?
  A visit to the clinic | text | What one change would help patients most?
  A visit to the clinic | text? | Anything else about the visit?`,
)

function questionsOf(title: string): PlainQuestion[] | null {
  const asked = QUESTIONS.filter(({ survey }) => survey === title)
  if (asked.length === 0) return null
  return asked.map(({ type, question, options }, index) => ({
    id: index + 1,
    type: type.replace('?', '') as PlainQuestion['type'],
    question,
    options: options ? options.split(', ') : [],
    required: !type.endsWith('?'),
  }))
}

const HOUR_MS = 3_600_000
const HOURS_BETWEEN = 7

/** Add surveys for the demo. Existing ones, by title, don't change. */
export function ensureDemoSurveys({ db, secrets }: Pick<Deps, 'db' | 'secrets'>): Promise<void> {
  const newest = Date.now()
  return db.transaction().execute(async (trx) => {
    const partnerId = await insertDemoPartner(trx, secrets)
    const surveys = SURVEYS.map(({ usd, minutes, kind, page, ...survey }, index) => ({
      ...survey,
      rewardUsd: Number(usd),
      durationMinutes: Number(minutes),
      kind: kind as SurveyKind,
      questions: questionsOf(survey.title),
      externalUrl: page ? `https://example.com/demo-research/${page}` : null,
      partnerId: page ? partnerId : null,
      createdAt: new Date(newest - index * HOURS_BETWEEN * HOUR_MS),
    }))
    await insertMissingSurveys(trx, surveys)
  })
}

const HMAC = { mode: 'raw-body', hash: 'sha256', keyed: 'hmac', encoding: 'hex' }
const STATUSES = { completed: 'credit', screened_out: 'screenout', taken_back: 'reverse' }
const reply = (status: number, body: string) => ({ status, body })

/** Posts JSON signed in `X-Signature`: HMAC-SHA256 of the body, in hex. Pays without a hold, so that the demo shows it. */
const SCHEME = {
  signature: { ...HMAC, location: 'header:x-signature' },
  fields: {
    user: 'click_id',
    transaction: 'transaction_id',
    amountUsd: { param: 'amount_usd', unit: 'dollars' },
    reason: 'reason',
  },
  statuses: [{ param: 'status', values: STATUSES }],
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
  const secret = sealPartnerSecret(secrets, key.partnerId, 'demo')
  const partner = { name: 'Demo Research', preset: 'signed-link', scheme: SCHEME, isActive: true }
  return insertPartnerIfMissing(trx, { ...partner, ...key, secret })
}

/** The newest of a kind first. */
const TASKS = tableOf(
  ['kind', 'title', 'points', 'seconds', 'url', 'description', 'instructions'],
  `
  video | Big Buck Bunny | 20 | | https://www.youtube.com/watch?v=aqz-KE-bpKQ
    | A giant rabbit, three bullies and a plan. An animated short film that anybody may share. |
  video | Sintel | 35 | | https://www.youtube.com/watch?v=eRsGyueVLvQ
    | A girl looks for a lost dragon. Animated, fifteen minutes; half a minute counts. |
  video | Tears of Steel | 40 | | https://youtu.be/R6MlUcmOul8
    | Robots, Amsterdam and an apology that comes late: live action with a lot of computing in it. |
  video | Spring | 50 | | https://www.youtube.com/watch?v=WhWc3b3KhnY
    | A shepherd girl and a dog wake up the season. Eight minutes without a word. |
  ad | Put your street on the map | 10 | 10 | https://www.openstreetmap.org/
    | OpenStreetMap is drawn by the people who live there. See how much of your area is missing. |
  ad | Kenya in Kiswahili | 15 | 15 | https://sw.wikipedia.org/wiki/Kenya
    | The free encyclopedia, in a language you can read to your grandmother. |
  ad | Learn something for nothing | 25 | 30 | https://www.khanacademy.org/
    | Mathematics, economics and computing at your own pace, with exercises. |
  social | Tell three friends | 30 | | | Share how you earn here with people who would want to know.
    | Post it where your friends can see it, and hand in the link of your post.
  social | A photo of a good meal | 40 | | | What you cooked or where you ate: post a picture with the price of it.
    | Write the price in shillings next to the picture. Hand in the link of your post.
  social | Review a place you know | 50 | | | A shop, a clinic, a stage: an honest review helps the next person.
    | Write at least three sentences on a map or review site, and hand in the link.
  micro-job | Prices in your market | 25 | | | What do maize flour, sukuma wiki and a litre of milk cost where you shop?
    | Give the name of the market, the day, and the three prices in shillings.
  micro-job | Translate ten sentences | 120 | | | From English into Kiswahili, the way you would say them to a neighbour.
    | Choose any ten sentences of this site. Hand in each with your translation below it.
  affiliate | Open a savings goal | 250 | | https://example.com/savings?ref={click_id}
    | Our partner adds points once your first saving has arrived.
    | Use the same phone from the link to the first saving, so that our partner recognises you.`,
)

/** Add tasks of every kind for the demo. Existing ones, by title, don't change. */
export function ensureDemoTasks(db: Db): Promise<void> {
  const newest = Date.now()
  const tasks = TASKS.map(({ kind, points, seconds, url, ...task }, index) => ({
    ...task,
    kind: kind as 'video' | 'ad' | 'social' | 'micro-job' | 'affiliate',
    points: Number(points),
    url: url || null,
    minTimeSeconds: seconds ? Number(seconds) : null,
    country: 'Kenya',
    partnerId: null,
    createdAt: new Date(newest - index * HOUR_MS),
  }))
  return db.transaction().execute((trx) => insertMissingTasks(trx, tasks))
}

const QUIZ = tableOf(
  ['question', 'optionA', 'optionB', 'optionC', 'optionD', 'correctAnswer'],
  `
  What is the capital of Kenya? | Mombasa | Nairobi | Kisumu | Nakuru | B
  In which year did Kenya become independent? | 1957 | 1960 | 1963 | 1970 | C
  Who was the first President of Kenya? | Jomo Kenyatta | Daniel arap Moi | Tom Mboya | Mwai Kibaki | A
  How many counties does Kenya have? | 38 | 42 | 45 | 47 | D
  Which is the highest mountain in Kenya? | Mount Elgon | Mount Longonot | Mount Kenya | Kilimanjaro | C
  Which lake does Kenya share with Uganda and Tanzania? | Lake Victoria | Lake Turkana | Lake Naivasha | Lake Nakuru | A
  Which ocean lies at the Kenyan coast? | The Atlantic | The Indian Ocean | The Pacific | The Southern Ocean | B
  Which are the official languages of Kenya?
    | English and French | Kiswahili and Arabic | English only | Kiswahili and English | D
  In which year did Wangari Maathai receive the Nobel Peace Prize? | 1998 | 2004 | 2008 | 2011 | B
  Which word stands as the motto in the Kenyan coat of arms? | Uhuru | Hakuna matata | Harambee | Nyayo | C
  Into which reserve do the wildebeest cross from the Serengeti? | The Maasai Mara | Samburu | Tsavo East | Amboseli | A
  In which year did M-Pesa start in Kenya? | 1999 | 2003 | 2012 | 2007 | D`,
)

/** Add questions for the demo's quiz. Existing ones, by their text, don't change. */
export function ensureDemoQuestions(db: Db): Promise<void> {
  const rows = QUIZ.map(({ correctAnswer, ...question }) => ({
    ...question,
    correctAnswer: correctAnswer as QuizOptionKey,
  }))
  return db.transaction().execute((trx) => insertMissingQuestions(trx, rows))
}

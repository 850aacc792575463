import { type Questionnaire, questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import { tableOf } from './story/world.ts'

const screenOut = (code: string, answer: string, [en, sw]: [en: string, sw: string]) => ({
  endIf: [{ if: { '==': [{ var: code }, answer] }, outcome: 'screened-out', reason: { en, sw } }],
})

/** The study of the story: what people do with money on their phone, and where they save. */
export const readStudy = () =>
  readQuestionnaire(STUDY, {
    age: screenOut('age', 'under18', ['This survey is for adults.', 'Utafiti huu ni wa watu wazima.']),
    uses: screenOut('uses', 'no', [
      'This survey is for people who use mobile money.',
      'Utafiti huu ni wa wanaotumia pesa za simu.',
    ]),
    loan: {
      min: 50,
      max: 100_000,
      unit: { en: 'shillings', sw: 'shilingi' },
      showIf: { in: ['loans', { var: 'services' }] },
    },
    recommend: {
      from: 0,
      to: 10,
      low: { en: 'Not at all likely', sw: 'Haiwezekani kabisa' },
      high: { en: 'Extremely likely', sw: 'Inawezekana sana' },
    },
    place: { showIf: { '==': [{ var: 'saves' }, 'yes'] } },
    help: { most: 300, required: false },
  })

/** A short survey with quotas. */
export const readSavers = () =>
  readQuestionnaire(SAVERS, {
    saves: screenOut('saves', 'nowhere', [
      'This survey is for people who save.',
      'Utafiti huu ni wa wanaoweka akiba.',
    ]),
  })

/** Sections after `#`, questions after their id, and below each its options: `>` for a grid's columns, `*` to be written out. */
const STUDY = `
  # screening
  1 age multiple-choice | How old are you? | Una umri gani?
  under18 | Under 18 | Chini ya miaka 18
  a18 | 18 to 24 | Miaka 18 hadi 24
  a25 | 25 to 34 | Miaka 25 hadi 34
  a35 | 35 to 49 | Miaka 35 hadi 49
  a50 | 50 or older | Miaka 50 au zaidi
  2 uses yes-no | Have you used mobile money in the last 30 days?
    | Je, umetumia pesa za simu katika siku 30 zilizopita?
  # about_you | About you | Kukuhusu
  3 sex multiple-choice | What is your sex? | Jinsia yako ni ipi?
  female | Female | Mwanamke
  male | Male | Mwanaume
  not_said | I prefer not to say | Sipendi kusema
  4 county multiple-choice | Which county do you live in? | Unaishi kaunti gani?
  nairobi | Nairobi | Nairobi
  kiambu | Kiambu | Kiambu
  nakuru | Nakuru | Nakuru
  mombasa | Mombasa | Mombasa
  kisumu | Kisumu | Kisumu
  kakamega | Kakamega | Kakamega
  other | Another county | Kaunti nyingine
  # mobile_money | Mobile money | Pesa za simu
  5 services choices | What did you use mobile money for in the last 30 days?
    | Ulitumia pesa za simu kwa nini katika siku 30 zilizopita?
  sending | Sending money to people | Kutumia watu pesa
  shops | Paying in shops | Kulipa dukani
  bills | Bills and school fees | Bili na karo ya shule
  airtime | Airtime and data bundles | Muda wa maongezi na data
  loans | Borrowing | Kukopa
  saving | Saving | Kuweka akiba
  * other | Something else | Kitu kingine
  6 loan number | How large was your last loan on the phone? | Mkopo wako wa mwisho wa simu ulikuwa wa kiasi gani?
  7 charges rating | How fair are the charges, from 1 (not fair at all) to 5 (very fair)?
    | Ada ni za haki kiasi gani, kutoka 1 (si za haki kabisa) hadi 5 (za haki sana)?
  8 recommend scale | How likely are you to recommend your mobile money service to a friend?
    | Je, kuna uwezekano gani kwamba utampendekezea rafiki huduma yako ya pesa za simu?
  # saving | Saving | Kuweka akiba
  9 saves yes-no | Did you save any money last month? | Je, uliweka akiba yoyote mwezi uliopita?
  10 place multiple-choice | Where do you keep most of your savings? | Akiba yako nyingi unaiweka wapi?
  phone | On my phone | Kwenye simu
  chama | In a chama | Kwenye chama
  sacco | In a SACCO | Kwenye SACCO
  bank | In a bank | Benki
  home | At home | Nyumbani
  11 trust grid | How much do you trust each of these with your money? | Unaamini kila moja kiasi gani na pesa zako?
  phone | Mobile money | Pesa za simu
  chama | A chama | Chama
  sacco | A SACCO | SACCO
  bank | A bank | Benki
  > lot | A lot | Sana
  > some | Somewhat | Kiasi
  > little | A little | Kidogo
  > none | Not at all | Hapana kabisa
  12 help text | What would help you to save more? | Ni nini kingekusaidia kuweka akiba zaidi?
`

const SAVERS = `
  # screening
  1 home multiple-choice | Where do you live? | Unaishi wapi?
  town | In a town | Mjini
  village | In a village | Kijijini
  2 saves multiple-choice | Where do you save most? | Unaweka akiba wapi zaidi?
  bank | In a bank | Benki
  sacco | In a SACCO | SACCO
  phone | On my phone | Kwenye simu
  nowhere | I do not save | Siweki akiba
  # saving
  3 safe rating | How safe is your money there? | Pesa zako ziko salama kiasi gani huko?
`

type Question = Record<string, unknown> & { type: string; listed: Record<string, object[]> }

/** Read a questionnaire in both languages. `more`: what single questions have beside their words and options, by code. */
function readQuestionnaire(text: string, more: Readonly<Record<string, object>>): Questionnaire {
  const sections: { questions: Question[] }[] = []
  for (const { head, en, sw } of tableOf(['head', 'en', 'sw'], text)) {
    const [mark = '', name, type = ''] = head.split(' ')
    const [code, words] = [name ?? mark, { en, sw }]
    const questions = sections.at(-1)?.questions ?? []
    if (mark === '#') {
      sections.push({
        ...{ code, isScreening: code === 'screening', ...(en && { title: words }) },
        questions: [],
      })
    } else if (type) {
      questions.push({ id: Number(mark), code, type, words, listed: {}, ...more[code] })
    } else {
      const { type: of, listed = {} } = questions.at(-1) ?? {}
      const list = mark === '>' ? 'columns' : of === 'grid' ? 'rows' : 'options'
      listed[list] = [...(listed[list] ?? []), { code, words, ...(mark === '*' && { kind: 'other' }) }]
    }
  }
  const unfolded = sections.map(({ questions, ...section }) => ({
    ...section,
    questions: questions.map(({ listed, ...question }) => ({ ...question, ...listed })),
  }))
  return questionnaire.parse({ languages: ['en', 'sw'], sections: unfolded })
}

import type { questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import type * as z from 'zod'

type QuestionnaireInput = z.input<typeof questionnaire>

/** A text in both languages of the study. */
const say = (en: string, sw: string) => ({ en, sw })
const option = (code: string, en: string, sw: string) => ({ code, words: say(en, sw) })

type Sections = QuestionnaireInput['sections']

/** What people do with money on their phone, and where they save. */
export const moneySections: Sections = [
  {
    code: 'mobile_money',
    title: say('Mobile money', 'Pesa za simu'),
    questions: [
      {
        id: 5,
        code: 'services',
        type: 'choices',
        words: say(
          'What did you use mobile money for in the last 30 days?',
          'Ulitumia pesa za simu kwa nini katika siku 30 zilizopita?',
        ),
        options: [
          option('sending', 'Sending money to people', 'Kutumia watu pesa'),
          option('shops', 'Paying in shops', 'Kulipa dukani'),
          option('bills', 'Bills and school fees', 'Bili na karo ya shule'),
          option('airtime', 'Airtime and data bundles', 'Muda wa maongezi na data'),
          option('loans', 'Borrowing', 'Kukopa'),
          option('saving', 'Saving', 'Kuweka akiba'),
          { ...option('other', 'Something else', 'Kitu kingine'), kind: 'other' },
        ],
      },
      {
        id: 6,
        code: 'loan',
        type: 'number',
        min: 50,
        max: 100_000,
        unit: say('shillings', 'shilingi'),
        words: say(
          'How large was your last loan on the phone?',
          'Mkopo wako wa mwisho wa simu ulikuwa wa kiasi gani?',
        ),
        showIf: { in: ['loans', { var: 'services' }] },
      },
      {
        id: 7,
        code: 'charges',
        type: 'rating',
        words: say(
          'How fair are the charges, from 1 (not fair at all) to 5 (very fair)?',
          'Ada ni za haki kiasi gani, kutoka 1 (si za haki kabisa) hadi 5 (za haki sana)?',
        ),
      },
      {
        id: 8,
        code: 'recommend',
        type: 'scale',
        from: 0,
        to: 10,
        low: say('Not at all likely', 'Haiwezekani kabisa'),
        high: say('Extremely likely', 'Inawezekana sana'),
        words: say(
          'How likely are you to recommend your mobile money service to a friend?',
          'Je, kuna uwezekano gani kwamba utampendekezea rafiki huduma yako ya pesa za simu?',
        ),
      },
    ],
  },
  {
    code: 'saving',
    title: say('Saving', 'Kuweka akiba'),
    questions: [
      {
        id: 9,
        code: 'saves',
        type: 'yes-no',
        words: say('Did you save any money last month?', 'Je, uliweka akiba yoyote mwezi uliopita?'),
      },
      {
        id: 10,
        code: 'place',
        type: 'multiple-choice',
        words: say('Where do you keep most of your savings?', 'Akiba yako nyingi unaiweka wapi?'),
        showIf: { '==': [{ var: 'saves' }, 'yes'] },
        options: [
          option('phone', 'On my phone', 'Kwenye simu'),
          option('chama', 'In a chama', 'Kwenye chama'),
          option('sacco', 'In a SACCO', 'Kwenye SACCO'),
          option('bank', 'In a bank', 'Benki'),
          option('home', 'At home', 'Nyumbani'),
        ],
      },
      {
        id: 11,
        code: 'trust',
        type: 'grid',
        words: say(
          'How much do you trust each of these with your money?',
          'Unaamini kila moja kiasi gani na pesa zako?',
        ),
        rows: [
          option('phone', 'Mobile money', 'Pesa za simu'),
          option('chama', 'A chama', 'Chama'),
          option('sacco', 'A SACCO', 'SACCO'),
          option('bank', 'A bank', 'Benki'),
        ],
        columns: [
          option('lot', 'A lot', 'Sana'),
          option('some', 'Somewhat', 'Kiasi'),
          option('little', 'A little', 'Kidogo'),
          option('none', 'Not at all', 'Hapana kabisa'),
        ],
      },
      {
        id: 12,
        code: 'help',
        type: 'text',
        most: 300,
        required: false,
        words: say('What would help you to save more?', 'Ni nini kingekusaidia kuweka akiba zaidi?'),
      },
    ],
  },
]

/** The open question, its categories in the order of their codes, and what people wrote that belongs there. */
export const OPEN_QUESTION = 12

type Words = { en: readonly string[]; sw: readonly string[] }
type Theme = Words & { category: string }

export const THEMES: readonly Theme[] = [
  {
    category: 'Higher or steadier income',
    en: [
      'A steady job. I earn by the day.',
      'If the salary came on time every month.',
      'More work. There is nothing left after rent.',
      'Better pay for casual jobs',
      'A good harvest and a fair price for maize.',
      'More customers at my stall',
    ],
    sw: [
      'Kazi ya kudumu. Napata kwa siku.',
      'Mshahara ukija kwa wakati.',
      'Kazi zaidi, baada ya kodi hakuna kinachobaki.',
      'Bei nzuri ya mahindi',
    ],
  },
  {
    category: 'Lower prices',
    en: [
      'Cheaper unga and cooking oil.',
      'Fares went up again, they eat everything.',
      'If school fees were lower',
      'Lower rent in town',
      'Food prices. We only buy food.',
    ],
    sw: ['Bei ya unga ipungue.', 'Nauli imepanda sana.', 'Karo ya shule ipunguzwe', 'Chakula kiwe bei nafuu'],
  },
  {
    category: 'Lower charges',
    en: [
      'No charges when I move money to savings.',
      'Lower withdrawal fees, they take a lot from small amounts.',
      'Free transfers to the SACCO',
      'The agent charges are too high.',
      'Stop the monthly bank fee',
    ],
    sw: ['Ada za kutoa pesa zipunguzwe.', 'Kuhamisha pesa kwenda SACCO iwe bure.', 'Makato ni mengi sana'],
  },
  {
    category: 'Locked or automatic saving',
    en: [
      'An account that is locked until December.',
      'Something that takes a little from every payment',
      'A reminder every Friday when I am paid',
      'If I could not touch it for a year.',
      'Save the change when I pay in shops',
    ],
    sw: [
      'Akaunti ambayo imefungwa hadi Desemba.',
      'Nikumbushwe kila Ijumaa.',
      'Pesa ikatwe moja kwa moja nikilipwa',
    ],
  },
  {
    category: 'A group to save with',
    en: [
      'My chama. We push each other.',
      'Friends who save with me',
      'A women’s group near home that I can trust.',
      'Joining a SACCO at work',
    ],
    sw: [
      'Chama chenye watu waaminifu.',
      'Kuweka pamoja na marafiki',
      'Kikundi cha akina mama karibu na nyumbani',
    ],
  },
  {
    category: 'Interest',
    en: [
      'Better interest than now.',
      'Interest every month, not once a year',
      'A bonus if I do not withdraw.',
    ],
    sw: ['Riba nzuri zaidi.', 'Riba kila mwezi', 'Zawadi nisipotoa pesa'],
  },
]

/** What nobody has put into a category yet, or what belongs in none. */
export const UNSORTED: Words = {
  en: [
    'I do not know.',
    'Nothing, I save enough',
    'Discipline',
    'Fewer relatives asking for help',
    'God’s grace',
  ],
  sw: ['Sijui.', 'Nidhamu tu', 'Ndugu wasiombe kila wakati', 'Hakuna, naweka ya kutosha'],
}

/** Who is asked, and who they are: the questions that the others are compared by. */
export const screeningSections: Sections = [
  {
    code: 'screening',
    isScreening: true,
    questions: [
      {
        id: 1,
        code: 'age',
        type: 'multiple-choice',
        words: say('How old are you?', 'Una umri gani?'),
        options: [
          option('under18', 'Under 18', 'Chini ya miaka 18'),
          option('a18', '18 to 24', 'Miaka 18 hadi 24'),
          option('a25', '25 to 34', 'Miaka 25 hadi 34'),
          option('a35', '35 to 49', 'Miaka 35 hadi 49'),
          option('a50', '50 or older', 'Miaka 50 au zaidi'),
        ],
        endIf: [
          {
            if: { '==': [{ var: 'age' }, 'under18'] },
            outcome: 'screened-out',
            reason: say('This survey is for adults.', 'Utafiti huu ni wa watu wazima.'),
          },
        ],
      },
      {
        id: 2,
        code: 'uses',
        type: 'yes-no',
        words: say(
          'Have you used mobile money in the last 30 days?',
          'Je, umetumia pesa za simu katika siku 30 zilizopita?',
        ),
        endIf: [
          {
            if: { '==': [{ var: 'uses' }, 'no'] },
            outcome: 'screened-out',
            reason: say(
              'This survey is for people who use mobile money.',
              'Utafiti huu ni wa wanaotumia pesa za simu.',
            ),
          },
        ],
      },
    ],
  },
  {
    code: 'about_you',
    title: say('About you', 'Kukuhusu'),
    questions: [
      {
        id: 3,
        code: 'sex',
        type: 'multiple-choice',
        words: say('What is your sex?', 'Jinsia yako ni ipi?'),
        options: [
          option('female', 'Female', 'Mwanamke'),
          option('male', 'Male', 'Mwanaume'),
          option('not_said', 'I prefer not to say', 'Sipendi kusema'),
        ],
      },
      {
        id: 4,
        code: 'county',
        type: 'multiple-choice',
        words: say('Which county do you live in?', 'Unaishi kaunti gani?'),
        options: [
          option('nairobi', 'Nairobi', 'Nairobi'),
          option('kiambu', 'Kiambu', 'Kiambu'),
          option('nakuru', 'Nakuru', 'Nakuru'),
          option('mombasa', 'Mombasa', 'Mombasa'),
          option('kisumu', 'Kisumu', 'Kisumu'),
          option('kakamega', 'Kakamega', 'Kakamega'),
          option('other', 'Another county', 'Kaunti nyingine'),
        ],
      },
    ],
  },
]

import type { QuestionnaireInput } from './study-words.ts'
import { option, say } from './study-words.ts'

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

import type { QuestionnaireInput } from './study-words.ts'
import { option, say } from './study-words.ts'

type Sections = QuestionnaireInput['sections']

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

import type { PlainQuestion } from '@chuma/contract/surveys/surveys'

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
export const demoQuestions = { mobileMoney, commuting, clinicVisit }

import type { PlainQuestion, SurveyCategory } from '@chuma/contract/surveys/surveys'

export type QuestionDraft = Pick<PlainQuestion, 'type' | 'question' | 'options'>

const choice = (question: string, ...options: string[]): QuestionDraft => ({
  type: 'multiple-choice',
  question,
  options,
})
const rating = (question: string): QuestionDraft => ({ type: 'rating', question, options: [] })
const text = (question: string): QuestionDraft => ({ type: 'text', question, options: [] })
const yesNo = (question: string): QuestionDraft => ({ type: 'yes-no', question, options: [] })

export const demographicQuestions = [
  choice('How old are you?', '18 to 24', '25 to 34', '35 to 44', '45 to 54', '55 or older'),
  choice(
    'What best describes your work right now?',
    'Employed',
    'Self-employed',
    'Student',
    'Between jobs',
    'Other',
  ),
]

export const commentQuestion = text('Is there anything you would like to add?')

/** For surveys with an empty or unknown category. */
export const generalQuestions = [
  choice(
    'How did you last hear about something new to buy?',
    'Friends or family',
    'Social media',
    'Radio or TV',
    'In a shop',
  ),
  rating('How satisfied are you with the choice of goods and services where you live?'),
  text('What is one thing that companies should understand better about people like you?'),
]

export const categoryQuestions: Record<SurveyCategory, QuestionDraft[]> = {
  'market-research': [
    choice(
      'Where do you buy most of your groceries?',
      'Supermarket',
      'Open-air market',
      'Kiosk or duka',
      'Online',
    ),
    rating('How much does the price decide what you buy?'),
    text('Which product is hard to find where you live?'),
  ],
  'product-feedback': [
    choice(
      'How often do you use the product you bought most recently?',
      'Every day',
      'Every week',
      'Now and then',
      'Not any more',
    ),
    rating('How well does it do what you bought it for?'),
    text('What would you change about it first?'),
  ],
  'consumer-behavior': [
    choice(
      'What makes you try a different brand?',
      'A lower price',
      'A recommendation',
      'An advert',
      'My usual one was sold out',
    ),
    yesNo('Did you buy anything online in the past month?'),
    rating('How carefully do you plan what you spend in a month?'),
  ],
  'brand-awareness': [
    text('Which brand comes to your mind first when you think of mobile phones?'),
    choice(
      'Where do you notice adverts most?',
      'Billboards',
      'Radio',
      'Television',
      'Social media',
      'Matatus and buses',
    ),
    yesNo('Have you recommended a brand to somebody in the past three months?'),
  ],
  healthcare: [
    choice(
      'Where do you go first when you feel unwell?',
      'Public hospital or clinic',
      'Private clinic',
      'Pharmacy',
      'I treat it at home',
    ),
    yesNo('Are you covered by any health insurance?'),
    rating('How easy is it for you to reach a health facility?'),
  ],
  technology: [
    choice(
      'What do you mostly use to go online?',
      'My own phone',
      'A shared phone',
      'A computer',
      'A cyber café',
    ),
    rating('How reliable is your internet connection?'),
    yesNo('Have you used an app based on artificial intelligence this month?'),
  ],
  lifestyle: [
    choice(
      'How do you like to spend a free Saturday?',
      'With family',
      'Sports or exercise',
      'Films and music',
      'Travelling',
      'Earning extra',
    ),
    rating('How happy are you with the balance between work and rest in your week?'),
    text('Which hobby would you take up if you had more time?'),
  ],
  finance: [
    choice(
      'Where do you keep most of your savings?',
      'Mobile money',
      'Bank',
      'SACCO',
      'Chama',
      'I do not save at the moment',
    ),
    yesNo('Have you taken a loan on your phone in the past six months?'),
    rating('How confident do you feel when you make decisions about money?'),
  ],
}

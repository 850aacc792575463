import { answerQuestion, type Place, press, submit, tabOf } from './place.ts'
import { ANALYST, STAFF } from './staff-places.ts'

const VISITOR: Place[] = [
  { route: '/' },
  { route: '/', as: 'with its menu open', steps: [press({ en: 'Open menu', sw: 'Fungua menyu' })] },
  { route: '/', as: 'with the privacy notice', isAsked: true },
  { route: '/', path: '/?token=nothing', as: 'a link that did not work' },
  { route: '/about' },
  { route: '/contact' },
  { route: '/contact', as: 'with mistakes', steps: [submit] },
  { route: '/privacy' },
  { route: '/terms' },
  { route: '/transparency' },
  { route: '/surveys' },
  { route: '/login' },
  { route: '/login', as: 'with mistakes', steps: [submit] },
  { route: '/signup' },
  { route: '/signup', as: 'with mistakes', steps: [submit] },
  { route: '/forgot-password' },
  { route: '/reset-password' },
  { route: '/reset-password', path: '/reset-password?token=some', as: 'the form' },
  { route: '/not-me' },
  { route: '/verify-email', path: '/verify-email?email=somebody@example.com' },
  { route: '/dashboard', as: 'without a session' },
  { route: '/admin-login' },
  { route: '/client/login' },
  { route: '/client/login', path: '/client/login#o_none', as: 'with a link' },
  { route: '/client', as: 'without a session' },
  { route: '/set-up', as: 'without its link' },
  { route: '/set-up', path: '/set-up#s_none', as: 'with a link that does not work' },
  { path: '/no/such/page', as: 'a page that is not there' },
]

const MEMBER: Place[] = [
  { route: '/' },
  { route: '/', as: 'with its menu open', steps: [press({ en: 'Open menu', sw: 'Fungua menyu' })] },
  ...['earn', 'surveys', 'games', 'wallet', 'social'].map((tab) => tabOf('/dashboard', 'tab', tab)),
  {
    ...tabOf('/dashboard', 'tab', 'wallet'),
    as: 'the withdrawal dialog',
    steps: [press({ en: 'Request Withdrawal', sw: 'Omba kutoa pesa' })],
  },
  {
    ...tabOf('/dashboard', 'tab', 'earn'),
    as: 'the premium dialog',
    steps: [press({ en: 'Upgrade$', sw: 'Pata premium$' })],
  },
  { route: '/surveys' },
  { route: '/surveys', as: 'with the privacy notice', isAsked: true },
  { route: '/surveys', path: '/surveys?activity=finished', as: 'finished' },
  { route: '/surveys', path: '/surveys?activity=begun', as: 'begun' },
  { route: '/surveys', path: '/surveys?q=nothing', as: 'nothing found' },
  { route: '/survey/$surveyId', path: ({ refused }) => `/survey/${refused}`, as: 'over' },
  { route: '/survey-form' },
  { route: '/survey-form', path: ({ begun }) => `/survey-form?id=${begun}`, as: 'begun' },
  { route: '/survey-list' },
  { route: '/activity' },
  { route: '/activity', path: '/activity?state=cancelled', as: 'nothing found' },
  { route: '/clicks' },
  { route: '/withdraw' },
  { route: '/withdraw', as: 'with mistakes', steps: [submit] },
  { route: '/statements' },
  { route: '/tax' },
  { route: '/transparency' },
  { route: '/invite' },
  { route: '/profile' },
  {
    route: '/profile/answers',
    as: 'questions about themselves',
    steps: [press({ en: 'Answer', sw: 'Jibu' })],
  },
  { route: '/profile', as: 'the form', steps: [press({ en: 'Edit Profile', sw: 'Hariri wasifu' })] },
  ...['profile', 'notifications', 'privacy', 'account'].map((tab) => tabOf('/settings', 'tab', tab)),
  {
    ...tabOf('/settings', 'tab', 'privacy'),
    as: 'the question before an account is deleted',
    steps: [press({ en: 'Delete my account', sw: 'Futa akaunti yangu' })],
  },
  { route: '/about' },
  { path: '/no/such/page', as: 'a page that is not there' },
]

const question: Place = { route: '/survey/$surveyId', path: ({ own }) => `/survey/${own}?q=1` }

/** Somebody who has done nothing yet. */
const NEWCOMER: Place[] = [
  { route: '/dashboard' },
  { route: '/survey-list' },
  { route: '/activity' },
  { route: '/clicks' },
  { route: '/withdraw' },
  { route: '/statements' },
  { route: '/survey-form', path: ({ instant }) => `/survey-form?id=${instant}`, as: 'instant' },
  { ...question, as: 'a choice' },
  { ...question, as: 'without an answer', steps: [submit] },
  { ...question, as: 'a rating', steps: Array(2).fill(answerQuestion) },
  { ...question, as: 'yes or no', steps: Array(3).fill(answerQuestion) },
  { ...question, as: 'a text', steps: Array(4).fill(answerQuestion) },
]

const PREMIUM: Place[] = [
  ...['earn', 'games', 'social'].map((tab) => tabOf('/dashboard', 'tab', tab)),
  {
    ...tabOf('/dashboard', 'tab', 'social'),
    as: 'a proof that is missing',
    steps: [press({ en: 'Hand in your proof', sw: 'Wasilisha uthibitisho wako' }), submit],
  },
  { ...tabOf('/dashboard', 'tab', 'earn'), as: 'a video', steps: [press({ en: 'Watch', sw: 'Tazama' })] },
  tabOf('/settings', 'tab', 'account'),
]

export type Side = keyof typeof PLACES

export const PLACES = {
  visitor: VISITOR,
  member: MEMBER,
  newcomer: NEWCOMER,
  premium: PREMIUM,
  owner: STAFF,
  analyst: ANALYST,
} as const

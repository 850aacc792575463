import { answerQuestion, choose, followFirst, key, type Place, press, submit } from './place.ts'

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

const ROW_MENU = { en: 'More actions for', sw: 'Vitendo zaidi kwa' }

const STAFF: Place[] = [
  ...['users', 'withdrawals', 'surveys', 'games', 'quizzes'].map((tab) => tabOf('/admin', 'tab', tab)),
  { route: '/admin', as: 'the search over everything', steps: [key('Control+k')] },
  { route: '/admin', as: 'the menu of a row', steps: [press(ROW_MENU)] },
  {
    route: '/admin',
    as: 'earnings being edited',
    steps: [choose(ROW_MENU, { en: 'Edit earnings', sw: 'Hariri mapato' })],
  },
  { route: '/admin', as: 'the filters', steps: [press({ en: 'Filters', sw: 'Vichujio' })] },
  dialogOn('/admin', { en: 'Mark as Paid', sw: 'Weka kuwa imelipwa' }, '?tab=withdrawals'),
  {
    ...tabOf('/admin', 'tab', 'withdrawals'),
    as: 'a rejection',
    steps: [choose(ROW_MENU, { en: 'Reject', sw: 'Kataa' })],
  },
  dialogOn('/admin', { en: 'Approve \\d+ low-risk', sw: 'Idhinisha \\d+ ya hatari' }, '?tab=withdrawals'),
  dialogOn('/admin', { en: 'Edit the segments', sw: 'Hariri sehemu' }, '?tab=games'),
  dialogOn('/admin', { en: 'Add a question', sw: 'Ongeza swali' }, '?tab=quizzes'),
  { route: '/admin-dashboard' },
  { route: '/admin-survey-manager' },
  ...[
    'ledger',
    'withdrawals',
    'destinations',
    'work',
    'devices',
    'security',
    'premium',
    'standing',
    'notes',
    'audit',
  ].map((view) => ({
    route: '/admin/members/$memberId',
    path: ({ member }: { member: string }) => `/admin/members/${member}?view=${view}`,
    as: view,
  })),
  { route: '/admin/proofs' },
  { route: '/admin/approvals' },
  { route: '/admin/survey-reviews' },
  { route: '/admin/clusters' },
  { route: '/admin/debts' },
  { route: '/admin/automatic-payout' },
  { route: '/admin/clusters', as: 'one of them', steps: [followFirst] },
  { route: '/admin/claims' },
  { route: '/admin/claims', path: ({ claim }) => `/admin/claims?claim=${claim}`, as: 'one of them' },
  {
    route: '/admin/claims',
    path: ({ claim }) => `/admin/claims?claim=${claim}`,
    as: 'a decision',
    steps: [press({ en: 'Decline', sw: 'Kataa' })],
  },
  { route: '/admin/inbox' },
  { route: '/admin/inbox', as: 'a message', steps: [followFirst] },
  { route: '/admin/inbox', path: '/admin/inbox?templates=true', as: 'templates' },
  dialogOn('/admin/inbox', { en: 'Add a template', sw: 'Ongeza kiolezo' }, '?templates=true'),
  { route: '/admin/surveys' },
  dialogOn('/admin/surveys', { en: 'Add New Offer', sw: 'Ongeza ofa mpya' }),
  ...['video', 'ad', 'social', 'micro-job', 'affiliate'].map((kind) => tabOf('/admin/tasks', 'kind', kind)),
  dialogOn('/admin/tasks', { en: 'Add a video', sw: 'Ongeza video' }),
  { route: '/admin/partners' },
  { route: '/admin/partners', path: '/admin/partners?form=new', as: 'a new one' },
  {
    route: '/admin/partners',
    path: ({ partner }) => `/admin/partners?partner=${partner}`,
    as: 'one of them',
  },
  {
    route: '/admin/partners',
    path: ({ review }) => `/admin/partners?review=${review}`,
    as: 'a credit to check',
  },
  {
    route: '/admin/partners',
    path: ({ review }) => `/admin/partners?review=${review}`,
    as: 'a decision about a credit',
    steps: [press({ en: 'Reject', sw: 'Kataa' })],
  },
  { route: '/admin/partners', path: ({ event }) => `/admin/partners?event=${event}`, as: 'an event' },
  { route: '/admin/analytics' },
  { route: '/admin/economy' },
  { route: '/admin/reconciliation' },
  { route: '/admin/statements' },
  ...['balance', 'profit', 'exposure', 'cash', 'periods'].map((tab) => tabOf('/admin/books', 'tab', tab)),
  { route: '/admin/tax' },
  dialogOn('/admin/tax', { en: 'Set a rate', sw: 'Weka kiwango' }),
  { route: '/admin/receivables' },
  { route: '/admin/receivables/$partnerId', path: ({ partner }) => `/admin/receivables/${partner}` },
  // A new installation has none.
  {
    route: '/admin/invoices/$invoiceId',
    path: ({ partner }) => `/admin/invoices/${partner}`,
    as: 'one that is not there',
  },
  // A new installation has no survey.
  {
    route: '/admin/surveys/$surveyId/results',
    path: ({ partner }) => `/admin/surveys/${partner}/results`,
    as: 'one that is not there',
  },
  {
    route: '/admin/surveys/$surveyId/report',
    path: ({ partner }) => `/admin/surveys/${partner}/report`,
    as: 'one that is not there',
  },
  { route: '/admin/bank-batches' },
  { route: '/admin/audit' },
  { route: '/admin/system' },
  { route: '/admin/webhooks' },
  dialogOn('/admin/webhooks', { en: 'Add an endpoint', sw: 'Ongeza anwani' }),
  { route: '/admin/staff' },
  dialogOn('/admin/staff', { en: 'Change role', sw: 'Badilisha jukumu' }),
  { route: '/admin/account' },
]

const ANALYST: Place[] = [{ route: '/admin/staff', as: 'not allowed' }]

export type Side = keyof typeof PLACES

export const PLACES = {
  visitor: VISITOR,
  member: MEMBER,
  newcomer: NEWCOMER,
  premium: PREMIUM,
  owner: STAFF,
  analyst: ANALYST,
} as const

function tabOf(route: string, parameter: string, tab: string): Place {
  return { route, path: `${route}?${parameter}=${tab}`, as: tab }
}

function dialogOn(route: string, words: Parameters<typeof press>[0], search = ''): Place {
  return { route, path: `${route}${search}`, as: `${words.en}, the dialog`, steps: [press(words)] }
}

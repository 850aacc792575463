import { TASK_KINDS } from '@chuma/contract/tasks/task-kinds'
import { choose, dialogOn, followFirst, key, type Place, press, tabOf } from './place.ts'

const ROW_MENU = { en: 'More actions for', sw: 'Vitendo zaidi kwa' }

/** Pages of staff, as an owner sees them. */
export const STAFF: Place[] = [
  ...['users', 'withdrawals', 'surveys', 'games', 'quizzes'].map((tab) => tabOf('/admin', 'tab', tab)),
  { route: '/admin', as: 'the search over everything', steps: [key('Control+k')] },
  { route: '/admin', as: 'the menu of a row', steps: [press(ROW_MENU)] },
  {
    route: '/admin',
    as: 'earnings being edited',
    steps: [press({ en: 'Edit earnings', sw: 'Hariri mapato' })],
  },
  { route: '/admin', as: 'the filters', steps: [press({ en: 'Filters', sw: 'Vichujio' })] },
  dialogOn('/admin', { en: 'Mark as Paid', sw: 'Weka kuwa imelipwa' }, '?tab=withdrawals'),
  {
    ...tabOf('/admin', 'tab', 'withdrawals'),
    as: 'a rejection',
    steps: [press({ en: 'Reject', sw: 'Kataa' })],
  },
  dialogOn('/admin', { en: 'Approve all pending', sw: 'Idhinisha yote yanayosubiri' }, '?tab=withdrawals'),
  dialogOn('/admin', { en: 'Edit the segments', sw: 'Hariri sehemu' }, '?tab=games'),
  dialogOn('/admin', { en: 'Add a question', sw: 'Ongeza swali' }, '?tab=quizzes'),
  { route: '/admin/today' },
  ...['review', 'ready', 'second-person', 'to-pay', 'sent'].map((stage) =>
    tabOf('/admin/withdrawals', 'stage', stage),
  ),
  {
    route: '/admin/withdrawals',
    as: 'the payment rails',
    steps: [press({ en: '^Details', sw: '^Maelezo' })],
  },
  { route: '/admin/members' },
  { route: '/admin/games' },
  { route: '/admin/quizzes' },
  { route: '/admin/credit-reviews' },
  {
    route: '/admin/today',
    as: 'with its menu open on a phone',
    steps: [press({ en: 'Open menu', sw: 'Fungua menyu' })],
  },
  { route: '/admin-dashboard' },
  { route: '/admin-survey-manager' },
  ...['overview', 'money', 'activity', 'account'].map((view) => ({
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
  {
    route: '/admin/surveys',
    as: 'the editor of a questionnaire',
    steps: [
      choose(
        { en: 'Actions: Getting to work', sw: 'Vitendo: Getting to work' },
        { en: 'Questionnaire', sw: 'Dodoso' },
      ),
    ],
  },
  dialogOn('/admin/surveys', { en: 'Add New Offer', sw: 'Ongeza ofa mpya' }),
  ...TASK_KINDS.map((kind) => tabOf('/admin/tasks', 'kind', kind)),
  dialogOn('/admin/tasks', { en: 'Add a video', sw: 'Ongeza video' }),
  { route: '/admin/partners' },
  { route: '/admin/partners', path: '/admin/partners?form=new', as: 'a new one' },
  {
    route: '/admin/partners',
    path: ({ partner }) => `/admin/partners?partner=${partner}`,
    as: 'one of them',
  },
  {
    route: '/admin/credit-reviews',
    path: ({ review }) => `/admin/credit-reviews?review=${review}`,
    as: 'a credit to check',
  },
  {
    route: '/admin/credit-reviews',
    path: ({ review }) => `/admin/credit-reviews?review=${review}`,
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
  { route: '/admin/clients' },
  // A new installation has none.
  {
    route: '/admin/clients/$clientId',
    path: ({ partner }) => `/admin/clients/${partner}`,
    as: 'one that is not there',
  },
  { route: '/admin/receivables' },
  { route: '/admin/receivables/$partnerId', path: ({ partner }) => `/admin/receivables/${partner}` },
  // A new installation has none.
  {
    route: '/admin/invoices/$invoiceId',
    path: ({ partner }) => `/admin/invoices/${partner}`,
    as: 'one that is not there',
  },
  // A new installation has no survey.
  ...(['build', 'audience', 'quotas', 'publish', 'results'] as const).map((page) => ({
    route: `/admin/surveys/$surveyId/${page}`,
    path: ({ partner }: { partner: string | undefined }) => `/admin/surveys/${partner}/${page}`,
    as: 'one that is not there',
  })),
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

export const ANALYST: Place[] = [{ route: '/admin/staff', as: 'not allowed' }]

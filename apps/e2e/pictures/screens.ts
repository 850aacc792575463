import type { Page } from '@playwright/test'
import type { Who } from './places.ts'

export type Variant = `${'phone' | 'desk'}-${'light' | 'dark'}`

export type Screen = {
  name: string
  path: string
  /** The route it ends on, if that differs from `path`. */
  shows?: string
  /** Runs before the picture is taken. */
  prepare?: (page: Page) => Promise<unknown>
  /** The variants of its first screenful that the README and the docs show. */
  shown?: readonly Variant[]
  /** Starts the picture at the tabs: another picture shows what is above them. */
  isFromTabs?: true
}

const press = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click()

const follow = (name: string) => (page: Page) => page.getByRole('link', { name, exact: true }).first().click()

/** From the list, because a demo's ids are its own. */
async function openOfSurvey(page: Page, item: string) {
  const survey = item === 'Quotas' ? 'How you save' : 'A visit to the clinic'
  await page.getByRole('button', { name: `Actions: ${survey}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

const ofSurvey = ({ item, ...screen }: { name: string; shows: string; item: string }): Screen => ({
  ...screen,
  path: '/admin/surveys',
  prepare: (page) => openOfSurvey(page, item),
})

/** Stops the countdown that leaves the completed survey's screen. */
async function completeSurvey(page: Page) {
  await page.evaluate(() => {
    const wait = window.setTimeout.bind(window)
    const stand = (call: () => void, ms?: number) => (ms === 1000 ? 0 : wait(call, ms))
    Object.assign(window, { setTimeout: stand })
  })
  await page.getByRole('link', { name: 'Take Survey', exact: true }).last().click()
  await page.waitForURL('**/survey-form?*')
  await press('Start Survey')(page)
  await page.getByRole('heading', { name: 'Survey completed!' }).waitFor()
}

const PUBLIC: readonly Screen[] = [
  { name: 'landing', path: '/', shown: ['phone-dark', 'desk-light'] },
  { name: 'about', path: '/about' },
  { name: 'contact', path: '/contact' },
  { name: 'privacy', path: '/privacy' },
  { name: 'terms', path: '/terms' },
  { name: 'not-found', path: '/nowhere' },
  { name: 'signup', path: '/signup' },
  { name: 'login', path: '/login' },
  { name: 'forgot-password', path: '/forgot-password' },
  { name: 'reset-password', path: '/reset-password?token=none' },
  { name: 'verify-email', path: '/verify-email' },
  { name: 'not-me', path: '/not-me' },
  { name: 'admin-login', path: '/admin-login' },
]

const NEWCOMER: readonly Screen[] = [
  { name: 'empty-dashboard', path: '/dashboard' },
  { name: 'empty-withdraw', path: '/withdraw' },
  { name: 'empty-activity', path: '/activity' },
  { name: 'empty-statement', path: '/statements' },
  { name: 'empty-survey-history', path: '/survey-list' },
]

const MEMBER: readonly Screen[] = [
  { name: 'dashboard', path: '/dashboard', shown: ['phone-light', 'phone-dark', 'desk-light', 'desk-dark'] },
  { name: 'dashboard-surveys', path: '/dashboard?tab=surveys', isFromTabs: true },
  { name: 'dashboard-wallet', path: '/dashboard?tab=wallet', isFromTabs: true },
  { name: 'dashboard-social', path: '/dashboard?tab=social', isFromTabs: true },
  { name: 'withdraw', path: '/withdraw', shown: ['phone-light', 'desk-dark'] },
  { name: 'withdraw-dialog', path: '/dashboard?tab=wallet', prepare: press('Request Withdrawal') },
  { name: 'activity', path: '/activity' },
  { name: 'statement', path: '/statements' },
  { name: 'tax', path: '/tax' },
  { name: 'surveys', path: '/surveys' },
  { name: 'survey-list', path: '/survey-list' },
  { name: 'survey-form', path: '/survey-list', shows: '/survey-form', prepare: follow('Take Survey') },
  { name: 'clicks', path: '/clicks' },
  { name: 'transparency', path: '/transparency' },
  { name: 'invite', path: '/invite' },
  { name: 'profile', path: '/profile' },
  { name: 'profile-answers', path: '/profile/answers' },
  { name: 'settings', path: '/settings' },
  { name: 'settings-notifications', path: '/settings?tab=notifications' },
  { name: 'settings-privacy', path: '/settings?tab=privacy' },
  { name: 'settings-account', path: '/settings?tab=account' },
  { name: 'premium', path: '/settings?tab=account', prepare: press('Upgrade to Premium') },
]

const PREMIUM: readonly Screen[] = [
  { name: 'dashboard-earn', path: '/dashboard?tab=earn', isFromTabs: true },
  { name: 'dashboard-games', path: '/dashboard?tab=games', isFromTabs: true },
  { name: 'survey', path: '/surveys', shows: '/survey/$surveyId', prepare: press('Start Survey') },
  { name: 'survey-complete', path: '/survey-list', prepare: completeSurvey },
]

const STAFF: readonly Screen[] = [
  { name: 'admin', path: '/admin' },
  { name: 'admin-today', path: '/admin/today' },
  { name: 'admin-members', path: '/admin/members' },
  {
    name: 'admin-member',
    path: '/admin?q=Wanjiku',
    shows: '/admin/members/$memberId',
    prepare: follow('Wanjiku Kamau'),
  },
  {
    name: 'admin-withdrawals',
    path: '/admin/withdrawals',
    shown: ['phone-light', 'phone-dark', 'desk-dark'],
  },
  { name: 'admin-catalogue', path: '/admin?tab=surveys' },
  { name: 'admin-games', path: '/admin/games' },
  { name: 'admin-quizzes', path: '/admin/quizzes' },
  { name: 'admin-proofs', path: '/admin/proofs' },
  { name: 'admin-approvals', path: '/admin/approvals' },
  { name: 'admin-claims', path: '/admin/claims' },
  { name: 'admin-credit-reviews', path: '/admin/credit-reviews' },
  { name: 'admin-survey-reviews', path: '/admin/survey-reviews' },
  { name: 'admin-clusters', path: '/admin/clusters' },
  { name: 'admin-debts', path: '/admin/debts' },
  { name: 'admin-automatic-payout', path: '/admin/automatic-payout' },
  {
    name: 'admin-cluster',
    path: '/admin/clusters',
    prepare: (page) => page.getByRole('list', { name: 'Clusters' }).getByRole('link').first().click(),
  },
  { name: 'admin-inbox', path: '/admin/inbox' },
  { name: 'admin-offers', path: '/admin/surveys' },
  ofSurvey({ name: 'admin-build', shows: '/admin/surveys/$surveyId/build', item: 'Questionnaire' }),
  ofSurvey({ name: 'admin-audience', shows: '/admin/surveys/$surveyId/audience', item: 'Who can take it' }),
  ofSurvey({ name: 'admin-quotas', shows: '/admin/surveys/$surveyId/quotas', item: 'Quotas' }),
  ofSurvey({ name: 'admin-publish', shows: '/admin/surveys/$surveyId/publish', item: 'Publish' }),
  ofSurvey({ name: 'admin-results', shows: '/admin/surveys/$surveyId/results', item: 'Results' }),
  {
    name: 'admin-report',
    path: '/admin/surveys',
    shows: '/admin/surveys/$surveyId/report',
    prepare: async (page) => {
      await openOfSurvey(page, 'Results')
      await page.getByRole('link', { name: 'Report' }).click()
    },
  },
  { name: 'admin-tasks', path: '/admin/tasks' },
  { name: 'admin-partners', path: '/admin/partners' },
  { name: 'admin-analytics', path: '/admin/analytics' },
  { name: 'admin-economy', path: '/admin/economy' },
  { name: 'admin-reconciliation', path: '/admin/reconciliation' },
  { name: 'admin-statements', path: '/admin/statements' },
  { name: 'admin-books', path: '/admin/books?tab=profit' },
  { name: 'admin-trial-balance', path: '/admin/books' },
  { name: 'admin-months', path: '/admin/books?tab=periods' },
  { name: 'admin-tax', path: '/admin/tax' },
  { name: 'admin-receivables', path: '/admin/receivables' },
  {
    name: 'admin-receivables-partner',
    path: '/admin/receivables',
    shows: '/admin/receivables/$partnerId',
    prepare: follow('Demo Research'),
  },
  {
    name: 'admin-invoice',
    path: '/admin/receivables',
    shows: '/admin/invoices/$invoiceId',
    prepare: follow('INV-00001'),
  },
  { name: 'admin-clients', path: '/admin/clients' },
  {
    name: 'admin-client',
    path: '/admin/clients',
    shows: '/admin/clients/$clientId',
    prepare: follow('Highland Foods'),
  },
  { name: 'admin-bank-batches', path: '/admin/bank-batches' },
  { name: 'admin-audit', path: '/admin/audit' },
  { name: 'admin-system', path: '/admin/system' },
  { name: 'admin-webhooks', path: '/admin/webhooks' },
  { name: 'admin-staff', path: '/admin/staff' },
  { name: 'admin-account', path: '/admin/account' },
]

export const SCREENS: readonly (readonly [Who, readonly Screen[]])[] = [
  ['staff', STAFF],
  ['member', MEMBER],
  ['premium', PREMIUM],
  ['newcomer', NEWCOMER],
  ['nobody', PUBLIC],
]

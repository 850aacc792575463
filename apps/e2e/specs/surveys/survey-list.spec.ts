import { expect, type Page } from '@playwright/test'
import { test } from '../../support/fixtures.ts'
import { givenMember, signIn } from '../../support/people.ts'
import { expectToast } from '../../support/toast.ts'
import { leaveForPartner, tellAsPartner } from '../partners/partner.ts'
import { COMMUTING, findSurvey, SHOPPING, SOLAR, takeSurvey } from './surveys.ts'

const list = (page: Page, name: string) => page.getByRole('list', { name, exact: true })
const rowOf = (page: Page, name: string, title: string) =>
  list(page, name)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title }) })
const titles = (page: Page) => list(page, 'Available surveys').getByRole('heading')

test('the list is searched, filtered and put in order, and the address keeps it all', async ({ page }) => {
  await signIn(page, await givenMember(page.request))
  await page.goto('/surveys')
  await expect(page.getByText('Average Reward')).toBeVisible()
  await expect(page.getByText('KES 450', { exact: true })).toBeVisible()
  const search = page.getByLabel('Search surveys')
  await search.pressSequentially('roof SUN')
  await expect(titles(page)).toHaveText([SOLAR])
  await expect(search).toHaveValue('roof SUN')
  await search.fill('')
  await expect(page).toHaveURL('/surveys')

  await page.getByLabel('Category').selectOption('Finance')
  await expect(page).toHaveURL('/surveys?category=finance')
  await expect(titles(page)).toHaveText(['Mobile money in your week', 'Chamas and saving together'])
  await page.getByLabel('Sort by').selectOption('Highest reward')
  await expect(titles(page)).toHaveText(['Chamas and saving together', 'Mobile money in your week'])
  await page.reload()
  await expect(titles(page)).toHaveText(['Chamas and saving together', 'Mobile money in your week'])
  await page.getByLabel('Country').selectOption('Global')
  await expect(page.getByText('Nothing matches your search')).toBeVisible()
  await page.getByRole('button', { name: 'Show all surveys' }).click()
  await expect(page).toHaveURL('/surveys')

  await page.getByLabel('Sort by').selectOption('Shortest first')
  // What others measured decides, and other tests answer within a minute.
  await expect
    .poll(async () => {
      const cards = await list(page, 'Available surveys')
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading') })
        .allTextContents()
      const minutes = cards.map((card) => Number(/(\d+) min/.exec(card)?.[1]))
      return minutes.length > 1 && minutes.every((each, at) => at === 0 || each >= (minutes[at - 1] ?? 0))
    })
    .toBe(true)
  await page.goto('/surveys?q=2030&category=gone&sort=__proto__')
  await expect(search).toHaveValue('2030')
  await expect(page.getByText('Nothing matches your search')).toBeVisible()
})

// Backed by apps/web/src/surveys/browse/select-surveys.test.ts
test('what is to do, begun and finished is told apart', { tag: '@long' }, async ({ page }) => {
  const member = await givenMember(page.request)
  await takeSurvey(page.request, member)
  const { id } = await findSurvey(page.request, member, SHOPPING)
  await leaveForPartner(page.request, member, id)
  await signIn(page, member)
  await page.goto('/surveys')
  const activity = page.getByLabel('Activity')
  await expect(titles(page).filter({ hasText: SHOPPING })).toHaveCount(1)
  await expect(titles(page).filter({ hasText: COMMUTING })).toHaveCount(0)
  await activity.selectOption('To do')
  await expect(titles(page).filter({ hasText: SHOPPING })).toHaveCount(0)
  await expect(titles(page).filter({ hasText: SOLAR })).toHaveCount(1)

  await page.getByRole('button', { name: 'My surveys' }).click()
  await expect(page).toHaveURL('/surveys?activity=mine')
  await expect(list(page, 'My surveys').getByRole('heading')).toHaveText([SHOPPING, COMMUTING])
  await activity.selectOption('Finished')
  await expect(page).toHaveURL('/surveys?activity=finished')
  await expect(list(page, 'Finished').getByRole('heading')).toHaveText([COMMUTING])
  await activity.selectOption('Begun')
  await expect(list(page, 'Begun').getByRole('heading')).toHaveText([SHOPPING])
  await list(page, 'Begun').getByRole('link', { name: 'Continue' }).click()
  await expect(page).toHaveURL(`/survey-form?id=${id}`)
})

test('the compact list begins surveys and says what became of those that were taken', async ({ page }) => {
  const member = await givenMember(page.request)
  const points = await takeSurvey(page.request, member)
  const { id } = await findSurvey(page.request, member, SOLAR)
  const click_id = await leaveForPartner(page.request, member, id)
  await tellAsPartner(page.request, {
    click_id,
    transaction_id: click_id,
    status: 'screened_out',
    reason: 'quota_full',
  })
  await signIn(page, member)
  await page.goto('/surveys')
  await page.getByRole('link', { name: 'Compact list and history' }).click()
  await expect(page).toHaveURL('/survey-list')

  const taken = rowOf(page, 'Your surveys', COMMUTING)
  await expect(taken).toContainText('Completed')
  await expect(taken).toContainText(`+${points} points`)
  const refused = rowOf(page, 'Your surveys', SOLAR)
  await expect(refused).toContainText('Screened out')
  await expect(refused).toContainText('The survey had all the answers it needed.')
  await expect(refused).not.toContainText('points')
  await expect(rowOf(page, 'Available Surveys', SOLAR)).toHaveCount(0)

  await page.goto(`/survey/${id}`)
  await expect(page.getByRole('heading', { name: 'You were screened out of this survey' })).toBeVisible()
  await expect(page.getByText('The survey had all the answers it needed.')).toBeVisible()
  await page.getByRole('button', { name: 'Back to Surveys' }).click()
  await expect(page).toHaveURL('/surveys')

  await page.goto('/survey-list')
  const row = rowOf(page, 'Available Surveys', 'The family shopping basket')
  await row.getByRole('button', { name: 'Start Survey' }).click()
  await expect(page.getByText(/^Question 1 of \d+$/)).toBeVisible()
})

// Backed by apps/e2e/specs/auth/guards.spec.ts
test('signed out, the compact list leads to the log-in', { tag: '@long' }, async ({ page }) => {
  await page.goto('/survey-list')
  await expectToast(page, 'Unauthorized', 'You are logged out. Logging in again...')
  await expect(page).toHaveURL('/login?next=%2Fsurvey-list')
})

import { expect, type Page } from '@playwright/test'
import { countCalls } from '../../support/count-calls.ts'
import { test } from '../../support/fixtures.ts'
import { bearer, givenMember, signIn } from '../../support/people.ts'
import { expectToast } from '../../support/toast.ts'
import { clickIn, standInForPartner, tellAsPartner } from '../partners/partner.ts'
import { lookAgain } from '../wallet/wallet.ts'
import { COMMUTING, findSurvey, INSTANT, SHOPPING } from './surveys.ts'

const OPENED = 'The survey is open in a new tab'
const CONFIRMS = 'Our partner confirms it to us when you have finished. Your points come then.'
const start = (page: Page) => page.getByRole('button', { name: 'Start Survey' })

async function givenForm(page: Page, title: string) {
  const member = await givenMember(page.request)
  await signIn(page, member)
  const { id, rewardPoints } = await findSurvey(page.request, member, title)
  return { member, id, rewardPoints, path: `/survey-form?id=${id}` }
}

test('a partner’s survey opens in a tab of its own and pays when the partner says so', {
  tag: '@journey',
}, async ({ page, context }) => {
  await standInForPartner(context)
  const { path, rewardPoints } = await givenForm(page, SHOPPING)
  await page.goto('/surveys')
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: SHOPPING }) })
  await expect(card).toContainText("On a partner's page")
  await card.getByRole('link', { name: 'Take Survey' }).click()
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('region', { name: 'What happens next' })).toContainText('in a new tab')

  const count = countCalls(page, 'surveys.startSurvey')
  const opening = page.waitForEvent('popup')
  await start(page).dblclick()
  const partner = await opening
  await partner.waitForURL('https://example.com/**')
  expect(await partner.evaluate(() => [window.opener, document.referrer])).toEqual([null, ''])
  await expectToast(page, OPENED, CONFIRMS)
  await expect(page).toHaveURL('/')
  expect(count()).toBe(1)
  expect(context.pages()).toHaveLength(2)

  await page.goto('/survey-list')
  const row = page
    .getByRole('list', { name: 'Your surveys' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: SHOPPING }) })
  await expect(row).toContainText('In progress')
  await expect(row).toContainText('Our partner has not confirmed it yet.')
  const click_id = clickIn(partner.url())
  await tellAsPartner(page.request, {
    click_id,
    transaction_id: click_id,
    amount_usd: '6.00',
    status: 'completed',
  })
  await lookAgain(page)
  await expect(row).toContainText('Completed')
  await expect(row).toContainText('Our partner has confirmed it.')
  await expect(row).toContainText(`+${rewardPoints} points`)
})

test('a browser that opens no tab leaves a link to press', async ({ page, context }) => {
  await standInForPartner(context)
  await page.addInitScript(() => {
    window.open = () => null
  })
  const { path } = await givenForm(page, SHOPPING)
  await page.goto(path)
  await start(page).click()
  await expect(page.getByRole('heading', { name: 'Your browser did not open the new tab' })).toBeFocused()
  const link = page.getByRole('link', { name: 'Open the survey' })
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  await expect(page).toHaveURL(path)
  const opening = context.waitForEvent('page')
  await link.click()
  await (await opening).waitForURL('https://example.com/**')
  await expectToast(page, OPENED, CONFIRMS)
  await expect(page).toHaveURL('/')
})

// Backed by packages/core/src/surveys/complete-survey.test.ts
test('an instant survey is complete with its start, shows what it brought and leads home', {
  tag: '@long',
}, async ({ page }) => {
  const { member, id, path, rewardPoints } = await givenForm(page, INSTANT)
  await page.goto(`/survey/${id}`)
  await expect(page.getByRole('heading', { name: 'This survey asks no questions' })).toBeVisible()
  await page.getByRole('link', { name: 'Take Survey' }).click()
  await expect(page).toHaveURL(path)
  await start(page).dblclick()
  await expect(page.getByRole('heading', { name: 'Survey completed!' })).toBeVisible()
  await expect(page.getByText(`+${rewardPoints} points`)).toBeVisible()
  await expect(page.getByText('KES 3,000').first()).toBeVisible()
  await expect(page).toHaveURL('/')

  const headers = bearer(member.token)
  const movements = await (await page.request.get('/api/points-transactions', { headers })).json()
  expect(movements).toMatchObject([{ points: rewardPoints, availableAfter: rewardPoints }])
  for (const place of [path, `/survey/${id}`]) {
    await page.goto(place)
    await expect(page.getByRole('heading', { name: 'You have finished this survey' })).toBeVisible()
  }
})

test('our own questions follow their introduction', async ({ page }) => {
  const { id, path } = await givenForm(page, COMMUTING)
  await page.goto(path)
  await expect(page.getByRole('heading', { name: COMMUTING, level: 1 })).toBeVisible()
  await expect(page.getByText('5 questions')).toBeVisible()
  await start(page).click()
  await expect(page).toHaveURL(`/survey/${id}?q=1`)
  await expect(page.getByText('Question 1 of 5', { exact: true })).toBeVisible()
})

test('who has finished a survey can rate it, and a survey that nobody rated says so', async ({ page }) => {
  const { path } = await givenForm(page, INSTANT)
  await page.goto('/surveys')
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: COMMUTING }) })
  await expect(card).toContainText('Not rated yet')
  await page.goto(path)
  await start(page).click()
  const stars = page.getByRole('group', { name: 'How was this survey?' })
  await stars.getByRole('button', { name: '4 of 5' }).click()
  await expect(stars.getByRole('status')).toHaveText('Thank you. Others will see the average.')
  await stars.getByRole('button', { name: '5 of 5' }).click()
  await expect(stars.getByRole('button', { name: '5 of 5' })).toHaveAttribute('aria-pressed', 'true')
  // The way home waits for someone who rates.
  await expect(page.getByRole('heading', { name: 'Survey completed!' })).toBeVisible()
})

test('an address without a survey says so and leads back', async ({ page }) => {
  await signIn(page, await givenMember(page.request))
  for (const search of ['', '?id=12', '?id=nonsense', '?id=0b8ff8f5-3b3a-4f3c-9a3e-0d3f5d1c2b1a']) {
    await page.goto(`/survey-form${search}`)
    await expect(page.getByRole('alert')).toContainText('Survey information not found. Please try again.')
  }
  await page.getByRole('link', { name: 'Back to Surveys' }).click()
  await expect(page).toHaveURL('/surveys')
})

test('a start that fails can be tried again', async ({ page, context }) => {
  const { path } = await givenForm(page, INSTANT)
  await page.goto(path)
  await expect(start(page)).toBeVisible()
  await context.setOffline(true)
  await start(page).click()
  await expectToast(page, 'Error', 'Failed to start survey. Please try again.')
  await context.setOffline(false)
  await start(page).click()
  await expect(page.getByRole('heading', { name: 'Survey completed!' })).toBeVisible()
})

// Backed by apps/e2e/specs/auth/session.spec.ts
test('a start after the session has ended asks for a new log-in', { tag: '@long' }, async ({ page }) => {
  const { member, path } = await givenForm(page, SHOPPING)
  await page.goto(path)
  await expect(start(page)).toBeVisible()
  await page.request.post('/api/auth/logout', { headers: bearer(member.token) })
  await start(page).click()
  await expectToast(page, 'Session expired', 'Please log in again')
  await expect(page).toHaveURL(/\/login\?next=%2Fsurvey-form/)
  expect(await page.evaluate(() => localStorage.getItem('userToken'))).toBeNull()
})

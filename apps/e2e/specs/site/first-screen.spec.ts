import { expect, type Locator, type Page } from '@playwright/test'
import { test } from '../../support/fixtures.ts'
import { givenMember, keep } from '../../support/people.ts'
import { changeAnswer, holdAnswers } from '../../support/procedures.ts'
import { openStaff } from '../admin/staff.ts'
import { givenRequested } from '../payouts/payouts.ts'
import { givenOffer } from '../surveys/offers.ts'

test.use({ viewport: { width: 360, height: 740 } })

const WORDS = {
  en: { balance: 'Available Points', bonus: 'Daily login bonus', survey: 'Your next survey' },
  sw: {
    balance: 'Pointi zilizopo',
    bonus: 'Bonasi ya leo',
    survey: 'Utafiti wako unaofuata',
  },
} as const

const boxOf = async (element: Locator) => {
  const box = await element.boundingBox()
  if (!box) throw new Error('It is not on the page')
  return { ...box, bottom: box.y + box.height }
}
const noticeOf = (page: Page) => page.locator('section').filter({ has: page.locator('a[href="/privacy"]') })

test('a small phone shows the balance, the bonus and the next survey at once, also above the privacy notice', async ({
  page,
}) => {
  for (const [language, words] of Object.entries(WORDS)) {
    // The account keeps the language of a member's first visit.
    const { token } = await givenMember(page.request)
    await keep(page, { userToken: token, language, 'welcome-read': 'true' })
    await page.goto('/dashboard')
    const survey = page.getByRole('region', { name: words.survey })
    await expect(survey).toBeVisible()
    await expect(page.getByRole('region', { name: words.balance })).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('region', { name: words.bonus })).toBeInViewport({ ratio: 1 })
    await expect(noticeOf(page)).toBeVisible()
    const notice = await boxOf(noticeOf(page))
    expect(notice.height).toBeLessThanOrEqual(740 / 5)
    expect((await boxOf(survey)).bottom).toBeLessThanOrEqual(notice.y)
    for (const button of await noticeOf(page).getByRole('button').all())
      expect((await boxOf(button)).height).toBeGreaterThanOrEqual(44)
  }
})

test('a small phone shows the amount to withdraw at once, also while points are on hold', async ({
  page,
}) => {
  for (const language of ['en', 'sw']) {
    const { member } = await givenRequested(page.request)
    await keep(page, { userToken: member.token, language, 'analytics-consent': 'false' })
    await page.goto('/withdraw')
    const field = page.locator('input[type="number"]')
    await expect(field).toBeVisible()
    const { bottom } = await boxOf(field)
    expect(bottom).toBeLessThanOrEqual((await boxOf(page.locator('form button[type="submit"]'))).y)
  }
})

test('on a small phone the tabs of the dashboard begin within 900 px, also with an open withdrawal', async ({
  page,
}) => {
  for (const language of ['en', 'sw']) {
    // The account keeps the language of a member's first visit.
    const { member } = await givenRequested(page.request)
    await keep(page, { userToken: member.token, language, 'analytics-consent': 'false' })
    for (const isPremium of [false, true]) {
      await changeAnswer(page, 'auth.getUser', { isPremium })
      await page.goto('/dashboard')
      const tabs = page.getByRole('tablist')
      await expect(tabs).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      // Swahili words take a line more.
      const limit = language === 'en' ? 900 : 940
      expect.soft((await boxOf(tabs)).y, `${language}, premium: ${isPremium}`).toBeLessThanOrEqual(limit)
    }
  }
})

test('a visitor’s privacy notice takes at most a fifth of a small phone', async ({ page }) => {
  for (const language of ['en', 'sw']) {
    await keep(page, { language })
    await page.goto('/login')
    await expect(noticeOf(page)).toBeVisible()
    expect((await boxOf(noticeOf(page))).height).toBeLessThanOrEqual(740 / 5)
  }
})

test('dialogs of the staff open with their content, not before', async ({ page }) => {
  const { title } = await givenOffer(page.request)
  await openStaff(page, 'content')
  await page.goto('/admin/surveys')
  await page.getByLabel('Search').fill(title)
  const release = await holdAnswers(page, 'admin.listSurveyClicks')
  await page.getByRole('button', { name: `0 clicks: ${title}` }).click()
  const clicks = page.getByRole('dialog', { name: 'Survey Click Details' })
  await expect(clicks).toBeHidden()
  release()
  await expect(clicks).toContainText('No clicks')
})

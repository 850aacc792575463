import { expect, type Page } from '@playwright/test'
import { expectLooksAccessible } from '../../support/expect-accessible.ts'
import { test } from '../../support/fixtures.ts'
import { bearer, givenMember, type Member, signIn } from '../../support/people.ts'
import { takeSurvey } from '../surveys/surveys.ts'

const keptLanguage = async (page: Page, { token }: Member) =>
  (await (await page.request.get('/api/account/settings', { headers: bearer(token) })).json()).language

test('a new member reads in three sentences how it works, chooses a language, and is not told twice', async ({
  page,
}) => {
  const member = await givenMember(page.request)
  await signIn(page, member)
  await page.goto('/dashboard')
  const welcome = page.getByRole('region', { name: 'Welcome to Chuma' })
  await expect(welcome.getByRole('listitem')).toHaveText([
    'A point is worth KES 1,000 when you withdraw it.',
    /^You earn points with surveys/,
    'You are paid by M-Pesa or bank transfer, from 1 point.',
  ])
  await expectLooksAccessible(page, 'the first dashboard')
  await welcome.getByRole('button', { name: 'Kiswahili' }).click()
  const karibu = page.getByRole('region', { name: 'Karibu Chuma' })
  await expect.poll(() => keptLanguage(page, member)).toBe('sw')
  await karibu.getByRole('button', { name: 'Nimeelewa' }).click()
  await expect(karibu).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.reload()
  await expect(page.getByRole('region', { name: 'Pointi zilizopo' })).toBeVisible()
  await expect(karibu).toBeHidden()
})

test('a member who has earned points is not welcomed as a new one', async ({ page }) => {
  const member = await givenMember(page.request)
  await takeSurvey(page.request, member)
  await signIn(page, member)
  await page.goto('/dashboard')
  await expect(page.getByRole('region', { name: 'Available Points' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Welcome to Chuma' })).toHaveCount(0)
})

for (const width of [360, 1280]) {
  test(`a member changes the language from the menu of a screen ${width} px wide`, async ({ page }) => {
    const member = await givenMember(page.request)
    await page.setViewportSize({ width, height: 740 })
    await signIn(page, member)
    await page.goto('/surveys')
    await expect(page.getByRole('heading', { level: 1, name: 'Surveys' })).toBeVisible()
    const menu = page.locator('#main-menu')
    if (width < 992) await page.getByRole('button', { name: 'Open menu' }).click()
    await menu.getByRole('button', { name: 'Kiswahili' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Tafiti' })).toBeVisible()
    await expect.poll(() => keptLanguage(page, member)).toBe('sw')
    await menu.getByRole('button', { name: 'English' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Surveys' })).toBeVisible()
    await expect.poll(() => keptLanguage(page, member)).toBe('en')
  })
}

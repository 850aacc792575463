import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { test } from '../../support/fixtures.ts'
import { bearer, givenMember, signIn } from '../../support/people.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']

/** Words in Swahili are longer: small phones show whether there is room for them. */
async function expectRoom(page: Page, path: string, heading: string) {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'sw')
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 700 })
    const isTooWide = () => document.documentElement.scrollWidth > document.documentElement.clientWidth
    expect.soft(await page.evaluate(isTooWide), `${path} scrolls sideways at ${width} px`).toBe(false)
  }
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze()
  const found = violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target}`))
  expect.soft(found, path).toEqual([])
}

test('a visitor reads the chosen language, otherwise the browser’s, also after a reload', async ({
  page,
  browser,
  baseURL,
}) => {
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.getByRole('button', { name: 'Kiswahili' }).click()
  const heading = page.getByRole('heading', { level: 1, name: 'Maoni yako yana thamani ya shilingi halisi' })
  await expect(heading).toBeVisible()
  await page.reload()
  await expect(heading).toBeVisible()
  await expect(page).toHaveTitle(/^Tafiti za kulipwa nchini Kenya/)
  await expectRoom(page, '/', 'Maoni yako')
  await expectRoom(page, '/privacy', 'Sera ya faragha')
  await expectRoom(page, '/terms', 'Masharti ya matumizi')
  await expectRoom(page, '/login', 'Ingia')
  await page.getByLabel('Barua pepe').fill('nobody@example.com')
  await page.getByLabel('Nenosiri', { exact: true }).fill('si hili kabisa')
  await page.getByRole('main').getByRole('button', { name: 'Ingia', exact: true }).click()
  await expect(page.getByText('Barua pepe au nenosiri si sahihi').first()).toBeVisible()

  const other = await browser.newContext({ locale: 'sw-KE', ...(baseURL && { baseURL }) })
  const borrowed = await other.newPage()
  await borrowed.goto('/about')
  await expect(borrowed.getByRole('heading', { level: 1, name: 'Kutuhusu' })).toBeVisible()
  await borrowed.getByRole('button', { name: 'English' }).click()
  await expect(borrowed.getByRole('heading', { level: 1, name: 'About us' })).toBeVisible()
  await borrowed.reload()
  await expect(borrowed.getByRole('heading', { level: 1, name: 'About us' })).toBeVisible()
  await other.close()
})

// Backed by apps/server/test/language.test.ts
// Backed by packages/core/src/account/profile.test.ts
test('a member’s language is used in another browser too', { tag: '@long' }, async ({
  page,
  browser,
  baseURL,
}) => {
  const member = await givenMember(page.request)
  await signIn(page, member)
  await page.goto('/settings?tab=account')
  await page.getByRole('radiogroup', { name: 'Language' }).getByText('Kiswahili').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Mipangilio' })).toBeVisible()
  await expect
    .poll(async () => {
      const settings = await page.request.get('/api/account/settings', { headers: bearer(member.token) })
      return (await settings.json()).language
    })
    .toBe('sw')

  const other = await browser.newContext({ locale: 'en-GB', ...(baseURL && { baseURL }) })
  const elsewhere = await other.newPage()
  await signIn(elsewhere, member)
  await elsewhere.goto('/withdraw')
  await expect(elsewhere.getByRole('heading', { level: 1, name: 'Toa pesa' })).toBeVisible()
  await expect(elsewhere.locator('html')).toHaveAttribute('lang', 'sw')
  await other.close()

  await expectRoom(page, '/dashboard', 'Habari, Baraka')
  await expectRoom(page, '/withdraw', 'Toa pesa')
  await expectRoom(page, '/settings', 'Mipangilio')
})

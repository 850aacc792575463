import { type Browser, expect, type Page } from '@playwright/test'
import { expectLooksAccessible } from '../../support/expect-accessible.ts'
import { test } from '../../support/fixtures.ts'
import { openStaff } from '../admin/staff.ts'
import { givenTea } from './offers.ts'

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Open a link in a browser of its own, where nobody is signed in. */
async function openAsClient(browser: Browser, link: string, base: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } })
  const page = await context.newPage()
  await page.goto(new URL(new URL(link).pathname + new URL(link).hash, base).href)
  return page
}

test('a client walks a draft by a link, comments on a question and signs off, and staff see it', async ({
  page,
  browser,
}) => {
  const { id, title } = await givenTea(page.request)
  await openStaff(page, 'content')
  await page.goto(`/admin/surveys/${id}/publish`)
  const links = region(page, 'Sign-off by the client')
  await links.getByRole('button', { name: 'Make a link' }).click()
  const shown = page.getByText(/\/client\/login#v_/)
  await expect(shown).toBeVisible()
  const link = (await shown.innerText()).trim()

  const client = await openAsClient(browser, link, page.url())
  await expect(client.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expectLooksAccessible(client, 'sign-off')
  await client.getByLabel('Your name').fill('Njeri Mwangi')
  await client.getByLabel('Sex').selectOption({ label: 'Female' })
  await client.getByText('Yes', { exact: true }).click()
  await client.getByRole('button', { name: 'Next' }).click()
  await expect(client.getByText('How much tea do you drink a day?')).toBeVisible()
  await client.getByLabel('Comment on this question').fill('Please ask for cups a week.')
  await client.getByRole('button', { name: 'Send comment' }).first().click()
  await expect(client.getByRole('list', { name: 'Comments' })).toContainText('Please ask for cups a week.')
  await client.getByRole('button', { name: 'Sign off' }).click()
  await expect(client.getByText('Njeri Mwangi signed draft 1 off on')).toBeVisible()
  expect(await client.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)

  await page.reload()
  await expect(links).toContainText('Signed off')
  await expect(region(page, 'Comments by question')).toContainText('Please ask for cups a week.')
  await links.getByRole('button', { name: 'Revoke' }).click()
  await expect(links).toContainText('closed')
  await client.reload()
  await expect(client.getByText('This link no longer works')).toBeVisible()
})

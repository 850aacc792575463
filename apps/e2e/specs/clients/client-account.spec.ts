import { type Browser, expect, type Page } from '@playwright/test'
import { expectLooksAccessible } from '../../support/expect-accessible.ts'
import { newPerson } from '../../support/fixtures.ts'
import { test } from '../../support/told-story.ts'
import { openStaff } from '../admin/staff.ts'
import { codeOf } from '../admin/totp.ts'

const PASSWORD = 'three quiet herons'

/** Someone new of a new client. Returns their name. */
async function addSomeone(page: Page, email: string): Promise<string> {
  await openStaff(page, 'finance')
  await page.goto('/admin/clients')
  await page.getByLabel('Name of the organisation').fill(`Client ${newPerson().email}`)
  await page.getByRole('button', { name: 'Add a client' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Achieng Otieno')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Add a person' }).click()
  return 'Achieng Otieno'
}

async function makeLink(page: Page, person: string): Promise<string> {
  const row = page.getByRole('list', { name: 'People' }).getByRole('listitem').filter({ hasText: person })
  const shown = row.locator('[data-link]')
  const [before = 'none'] = await shown.allTextContents()
  await row.getByRole('button', { name: 'Make a link' }).click()
  await expect(shown).not.toContainText(before)
  await expect(shown).toContainText('/client/login#o_')
  return (await shown.textContent()) ?? ''
}

/** A browser of somebody else, who opens a link. */
async function openLink(browser: Browser, link: string, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ baseURL, reducedMotion: 'reduce', serviceWorkers: 'block' })
  const page = await context.newPage()
  const { pathname, hash } = new URL(link)
  await page.goto(`${pathname}${hash}`)
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  return page
}

// Backed by packages/core/src/clients/factor and packages/core/src/clients/own-data
test('a client sets up a second factor, which links ask for too, downloads their data and deletes their account', async ({
  page,
  browser,
  story,
}) => {
  const { email } = newPerson()
  const person = await addSomeone(page, email)
  const client = await openLink(browser, await makeLink(page, person), story.url)
  await client.getByRole('link', { name: 'Account' }).click()
  await expect(client.getByText('Set a password first.')).toBeVisible()
  await client.getByLabel('New password').fill(PASSWORD)
  await client.getByRole('button', { name: 'Save password' }).click()
  await client.getByRole('button', { name: 'Set up' }).click()
  const factor = client.getByRole('region', { name: 'Second factor' })
  await factor.getByLabel('Current password').fill(PASSWORD)
  await factor.getByRole('button', { name: 'Set up' }).click()
  const secret = ((await factor.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await expectLooksAccessible(client, 'client second factor set-up')
  await factor.getByLabel('Code from your authenticator app').fill(codeOf(secret))
  await factor.getByRole('button', { name: 'Turn on' }).click()
  await expect(factor.getByRole('listitem')).toHaveCount(10)
  const codes = (await factor.getByRole('listitem').allTextContents()).map((code) => code.trim())
  await factor.getByRole('button', { name: 'I have saved them' }).click()
  await expect(factor.getByRole('button', { name: 'New recovery codes' })).toBeVisible()
  await expectLooksAccessible(client, 'client account with a second factor')

  // Staff who make a link are not the client.
  const other = await openLink(browser, await makeLink(page, person), story.url)
  await expect(other.getByRole('status').filter({ hasText: 'authenticator app' })).toBeVisible()
  await expectLooksAccessible(other, 'client link that asks for a code')
  await other.getByRole('button', { name: 'Use a recovery code' }).click()
  await other.getByLabel('Recovery code').fill('AAAA-AAAA-AAAA-AAAA')
  await other.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(other.getByRole('alert')).toContainText('Wrong code')
  await other.getByLabel('Recovery code').fill(codes[0] ?? '')
  await other.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(other.getByRole('heading', { name: 'Surveys', level: 1 })).toBeVisible()

  const saved = client.waitForEvent('download')
  await client.getByRole('button', { name: 'Download my data' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^chuma-client-data-\d{4}-\d\d-\d\d\.json$/)
  await client.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = client.getByRole('dialog')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Current password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Use a recovery code' }).click()
  await dialog.getByLabel('Recovery code').fill(codes[1] ?? '')
  await expectLooksAccessible(client, 'client deletes their account')
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(client.getByRole('heading', { name: 'Log in as a client' })).toBeVisible()
  await page.reload()
  await expect(page.getByText('Nobody yet.')).toBeVisible()
  await Promise.all([client.context().close(), other.context().close()])
})

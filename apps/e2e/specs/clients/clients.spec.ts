import { type Browser, expect, type Page } from '@playwright/test'
import { expectLooksAccessible } from '../../support/expect-accessible.ts'
import { newPerson } from '../../support/fixtures.ts'
import { test } from '../../support/told-story.ts'
import { openStaff } from '../admin/staff.ts'

const SURVEY = 'The family shopping basket'

async function makeLink(page: Page, person: string): Promise<string> {
  const people = page.getByRole('list', { name: 'People' })
  const row = people.getByRole('listitem').filter({ hasText: person })
  await row.getByRole('button', { name: 'Make a link' }).click()
  await expect(row.locator('[data-link]')).toContainText('/client/login#o_')
  return (await row.locator('[data-link]').textContent()) ?? ''
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

// Backed by packages/core/src/clients and apps/server/test/access/client-separation.test.ts
test('a client opens a link, reads results on a phone and a desk, comments, and accepts the data', {
  tag: '@journey',
}, async ({ page, browser, story }) => {
  await openStaff(page, 'finance')
  await page.goto('/admin/clients')
  await page.getByRole('link', { name: 'Highland Foods' }).click()
  const link = await makeLink(page, 'Njeri Mwangi')
  const client = await openLink(browser, link, story.url)
  await expect(client.getByRole('heading', { name: 'Surveys', level: 1 })).toBeVisible()
  await expectLooksAccessible(client, 'client overview')
  await client.getByRole('link', { name: SURVEY }).click()
  await expect(client.getByText('26 people are in the file.')).toBeVisible()
  await expect(client.getByText('13 people').first()).toBeVisible()
  await expect(client.getByText('We will know when the first hundred have answered.')).toBeVisible()
  await expectLooksAccessible(client, 'client survey')

  await expect(client.getByRole('list', { name: 'Accepted answers by day' })).toContainText('16')
  const compared = client.getByRole('region', { name: 'Compare' }).first()
  await expect(compared.getByRole('table')).toBeVisible()
  await client.setViewportSize({ width: 360, height: 740 })
  await expect(compared.getByRole('table')).toBeVisible()
  await client.setViewportSize({ width: 1280, height: 800 })
  const disputes = client.getByRole('list', { name: 'Disputed respondents' })
  await expect(disputes).toContainText('stays charged')
  await expect(disputes).toContainText('being checked')

  const words = `Thank you, ${newPerson().email}`
  await client.getByLabel('Your comment').fill(words)
  await client.getByRole('button', { name: 'Send' }).click()
  await expect(client.getByRole('list', { name: 'Comments' })).toContainText(words)
  const saved = client.waitForEvent('download')
  await client.getByRole('button', { name: 'Export' }).click()
  await client.getByRole('menuitem', { name: 'Answers (CSV)' }).click()
  expect((await saved).suggestedFilename()).toBe('chuma-dataset.csv')
  await client.getByRole('button', { name: 'Accept this data' }).click()
  await expect(client.getByRole('list', { name: 'Accepted versions' })).toContainText(
    'accepted by Njeri Mwangi',
  )
  await expect(client.getByRole('button', { name: 'Accept this data' })).toBeHidden()

  await client.getByRole('link', { name: 'Budget' }).click()
  await expect(client.getByText('KES 28,880.00').first()).toBeVisible()
  await expectLooksAccessible(client, 'client budget')

  await page.reload()
  await page.getByRole('button', { name: `Comments: ${SURVEY}` }).click()
  await expect(page.getByRole('list', { name: 'Comments' })).toContainText(words)

  await page
    .getByRole('button', { name: /^Credit KES/ })
    .first()
    .click()
  await expect(page.getByRole('list', { name: 'Disputes' })).toContainText('credited')
  await page.getByRole('button', { name: 'Send by email: Njeri Mwangi' }).click()
  await expect(page.getByText('The link is on its way')).toBeVisible()

  // The link was for once.
  const other = await openLink(browser, link, story.url)
  await expect(other.getByRole('alert')).toContainText('expired or was already used')
  await Promise.all([client.context().close(), other.context().close()])
})

test('staff add a client with a person, a survey and a prepayment, and the client sees them', async ({
  page,
  browser,
  story,
}) => {
  const name = `Client ${newPerson().email}`
  await openStaff(page, 'finance')
  await page.goto('/admin/clients')
  await page.getByLabel('Name of the organisation').fill(name)
  await page.getByRole('button', { name: 'Add a client' }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('Otieno Odhiambo')
  await page.getByLabel('Email').fill(newPerson().email)
  await page.getByRole('button', { name: 'Add a person' }).click()
  // What comes pushes the field for the survey down, and a list of options closes with a field that leaves the screen.
  await expect(page.getByText('not logged in yet')).toBeVisible()
  await page.getByRole('combobox', { name: 'Survey' }).fill('Chamas')
  await page.getByRole('option', { name: 'Chamas and saving together' }).click()
  await page.getByRole('button', { name: 'Add the survey' }).click()
  const surveys = page.getByRole('list', { name: 'Surveys' })
  await expect(surveys).toContainText('Chamas and saving together')
  await surveys.getByLabel('Price per accepted answer (KES)').fill('750')
  await surveys.getByRole('button', { name: 'Agree the price' }).click()
  await expect(surveys).toContainText('KES 750.00 for each accepted answer')
  const book = page.getByRole('region', { name: 'Book a prepayment' })
  await book.getByLabel('Bank reference').fill(`EFT ${Date.now()}`)
  await book.getByLabel('Day').fill('2026-01-05')
  await book.getByLabel('Amount (KES)').fill('75,00')
  await book.getByRole('button', { name: 'Book a prepayment' }).click()
  await expect(book.getByText('This can be read in two ways')).toBeVisible()
  await book.getByLabel('Amount (KES)').fill('KES 75,000')
  await book.getByRole('button', { name: 'Book a prepayment' }).click()
  await expect(page.getByText('KES 75,000.00').first()).toBeVisible()
  await expectLooksAccessible(page, 'client of staff')

  const client = await openLink(browser, await makeLink(page, 'Otieno Odhiambo'), story.url)
  await expect(client.getByText('Chamas and saving together')).toBeVisible()
  await expect(client.getByText('KES 750.00 for each')).toBeVisible()
  await client.context().close()
})

// Backed by packages/core/src/clients/quotes
test('staff quote a price that the client accepts, and it is the price of the survey', async ({
  page,
  browser,
  story,
}) => {
  const name = `Client ${newPerson().email}`
  const title = 'School fees and how they are saved'
  await openStaff(page, 'finance')
  await page.goto('/admin/clients')
  await page.getByLabel('Name of the organisation').fill(name)
  await page.getByRole('button', { name: 'Add a client' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Wambui Kamau')
  await page.getByLabel('Email').fill(newPerson().email)
  await page.getByRole('button', { name: 'Add a person' }).click()
  // What comes pushes the field for the survey down, and a list of options closes with a field that leaves the screen.
  await expect(page.getByText('not logged in yet')).toBeVisible()
  await page.getByRole('combobox', { name: 'Survey' }).fill(title)
  await page.getByRole('option', { name: title }).click()
  await page.getByRole('button', { name: 'Add the survey' }).click()
  const form = page.getByRole('form', { name: 'Make a quote' })
  await form.getByLabel('Number of answers').fill('200')
  await form.getByLabel('Incidence (%)').fill('50')
  await expect(form).toContainText('for each of 200 answers')
  await expect(form).toContainText('at an incidence of 50%')
  const price = /KES [\d,.]+ for each/.exec((await form.textContent()) ?? '')?.[0] ?? ''
  await form.getByRole('button', { name: 'Make a quote' }).click()
  const quotes = page.getByRole('list', { name: 'Quotes' })
  await expect(quotes).toContainText('waits for the client')
  await expect(quotes).toContainText(price)
  await expectLooksAccessible(page, 'quotes of a client')

  const client = await openLink(browser, await makeLink(page, 'Wambui Kamau'), story.url)
  await client.getByRole('link', { name: title }).click()
  const quote = client.getByRole('region', { name: 'Quote' })
  await expect(quote).toContainText('Valid until')
  await expectLooksAccessible(client, 'quote')
  await quote.getByRole('button', { name: 'Accept the quote' }).click()
  await client.getByRole('dialog').getByRole('button', { name: 'Accept the quote' }).click()
  await expect(quote).toContainText('Accepted by Wambui Kamau')
  await expect(quote.getByRole('button', { name: 'Accept the quote' })).toBeHidden()
  await page.reload()
  await expect(page.getByRole('list', { name: 'Quotes' })).toContainText('accepted by Wambui Kamau')
  await expect(page.getByRole('list', { name: 'Surveys' })).toContainText(`${price} accepted answer`)
  await client.context().close()
})

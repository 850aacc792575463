import { expect, type Page, test } from '@playwright/test'
import { decide, listWithdrawals } from '../specs/wallet/wallet.ts'
import { newPerson } from '../support/fixtures.ts'
import { linkIn, newestMail } from '../support/mailbox.ts'
import { openAsStaff, staffToken } from '../support/people.ts'
import { startFilm } from './film.ts'

const PHONE = { width: 360, height: 640 }
const DESK = { width: 1280, height: 760 }
const SURVEY = 'The family shopping basket'

test.use({ reducedMotion: 'reduce' })
test.beforeEach(({ page }) => page.addInitScript(() => localStorage.setItem('analytics-consent', 'false')))

test('a first survey and its payout, on a phone', async ({ page }) => {
  const film = startFilm('first-survey-and-payout', PHONE)
  await page.setViewportSize(PHONE)
  const person = { ...newPerson(), email: 'njeri@example.com' }
  await page.goto('/')
  await film.add(page, 1800)
  await page.goto('/signup')
  await page.getByLabel('First Name').fill('Njeri')
  await page.getByLabel('Last Name').fill('Mwangi')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Confirm Password', { exact: true }).fill(person.password)
  await page.getByLabel('First Name').scrollIntoViewIfNeeded()
  await film.add(page)
  await page.getByRole('button', { name: 'Create Your Account' }).click()
  await page.waitForURL('/verify-email?**')
  const link = linkIn(await newestMail(page.request, person.email))
  await page.goto(`${link.pathname}${link.search}`)
  await expect(page.getByRole('heading', { name: /Njeri/ })).toBeVisible()
  await page.getByRole('status').getByRole('button', { name: 'Close' }).click()
  await film.add(page)
  await page.goto('/surveys')
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: SURVEY }) })
  await card.scrollIntoViewIfNeeded()
  await film.add(page)
  await card.getByRole('button', { name: 'Start Survey' }).click()
  await answerToTheEnd(page, (ms) => film.add(page, ms))
  await film.add(page, 2200)
  await page.goto('/withdraw')
  await page.getByLabel('Points to Withdraw').fill('2')
  await page.getByLabel('Withdrawal Method').selectOption('M-Pesa')
  await page.getByLabel('M-Pesa Number').fill(person.mpesaNumber)
  await page.getByLabel('Points to Withdraw').scrollIntoViewIfNeeded()
  await film.add(page)
  await page.getByRole('button', { name: 'Request Withdrawal' }).click()
  const toast = page.getByRole('alert').filter({ hasText: 'Withdrawal Request Submitted' })
  await toast.getByRole('button').click()
  const history = page.getByRole('heading', { name: 'Your withdrawals' })
  const showHistory = () =>
    history.evaluate((heading) => window.scrollBy(0, heading.getBoundingClientRect().top - 80))
  await expect(page.getByText('Requested', { exact: true })).toBeVisible()
  await showHistory()
  await film.add(page)
  const { token } = await page.evaluate(() => ({ token: localStorage.getItem('userToken') ?? '' }))
  const [withdrawal] = await listWithdrawals(page.request, { ...person, token })
  if (!withdrawal) throw new Error('Nothing was requested')
  await decide(page.request, withdrawal.id, { status: 'approved' })
  await expect(page.getByText('Payment Completed!')).toBeVisible({ timeout: 45_000 })
  await showHistory()
  await film.add(page, 3000)
  film.end()
})

/** The first three questions are pictured, each with its answer. */
async function answerToTheEnd(page: Page, picture: (ms: number) => Promise<void>): Promise<void> {
  const done = page.getByRole('button', { name: 'Complete Survey' })
  const position = page.getByText(/Question \d+ of \d+/).first()
  for (let asked = 1; ; asked++) {
    const now = await position.innerText()
    const text = page.getByRole('textbox')
    if (await text.isVisible()) await text.fill('Bei nzuri.')
    else await page.getByRole('radio').first().check({ force: true })
    if (asked <= 3) await picture(1000)
    if (await done.isVisible()) break
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(position).not.toHaveText(now)
  }
  await done.click()
  await expect(page.getByText(/KES \d/).first()).toBeVisible()
}

test('the payout desk', async ({ page, request }) => {
  const film = startFilm('payout-desk', DESK)
  await page.setViewportSize(DESK)
  await openAsStaff(page, { token: await staffToken(request) })
  await page.goto('/admin/today')
  await film.add(page, 1800)
  await page.goto('/admin/withdrawals?stage=ready')
  await expect(page.getByRole('region', { name: 'Withdrawal', exact: true })).toBeVisible()
  await film.add(page, 1800)
  for (const name of ['Grace Akinyi', 'Joseph Kibet', 'Brian Otieno']) {
    await page.getByRole('checkbox', { name: `Select the withdrawal of ${name}` }).check()
  }
  await film.add(page, 1200)
  await page.getByRole('button', { name: 'Approve selected (3)' }).click()
  const bulk = page.getByRole('dialog', { name: 'Approve several withdrawals' })
  await expect(bulk).toContainText('Approves 3 withdrawals')
  await film.add(page, 1800)
  await bulk.getByRole('button', { name: 'Approve' }).click()
  await expect(bulk).toContainText('3 withdrawals approved')
  await film.add(page, 1800)
  await bulk.getByRole('button', { name: 'Close' }).last().click()
  await page.goto('/admin/today')
  await film.add(page, 2500)
  film.end()
})

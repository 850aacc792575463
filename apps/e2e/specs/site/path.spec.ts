import { expect, type Page } from '@playwright/test'
import { newPerson, test } from '../../support/fixtures.ts'
import { linkIn, newestMail } from '../../support/mailbox.ts'

test('from sign-up to money on the phone, in the browser', { tag: '@journey' }, async ({ page, browser }) => {
  // The history looks for news every 30 seconds until the payout moves.
  test.setTimeout(120_000)

  const person = newPerson()
  await signUpThroughMail(page, person)

  await page.getByRole('link', { name: 'See all surveys' }).click()
  await expect(page).toHaveURL('/surveys')
  const title = 'The family shopping basket'
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })
  await card.getByRole('button', { name: 'Start Survey' }).click()
  const points = await answerToTheEnd(page)
  await page.waitForURL((url) => url.pathname === '/')

  await page.goto('/withdraw')
  await expect(page.getByText(`Survey: ${title}`)).toBeVisible()
  await page.getByLabel('Points to Withdraw').fill('2')
  await page.getByLabel('Withdrawal Method').selectOption('M-Pesa')
  await page.getByLabel('M-Pesa Number').fill(person.mpesaNumber)
  await expect(page.getByText('KES 2,000').first()).toBeVisible()
  await page.getByRole('button', { name: 'Request Withdrawal' }).click()
  await expect(page.getByText('Withdrawal Request Submitted')).toBeVisible()
  await expect(page.getByText(`${points - 2} points`).first()).toBeVisible()

  const admin = await browser.newPage()
  await approve(admin, person.email)
  await admin.close()

  await expect(page.getByText('Payment Completed!')).toBeVisible({ timeout: 45_000 })
  await expect(page.getByText(/Receipt/)).toBeVisible()
  const mail = await newestMail(page.request, person.email)
  expect(mail.text).toContain('KES 2,000')
})

async function signUpThroughMail(page: Page, person: ReturnType<typeof newPerson>) {
  await page.goto('/')
  await page.getByRole('link', { name: 'Start Earning Now' }).click()
  await page.getByLabel('First Name').fill('Njeri')
  await page.getByLabel('Last Name').fill('Mwangi')
  await page.getByLabel('Email').fill(person.email)
  await expect(page.getByLabel('Country')).toHaveValue('Kenya')
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Confirm Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Create Your Account' }).click()
  await expect(page).toHaveURL(`/verify-email?email=${encodeURIComponent(person.email)}`)

  const link = linkIn(await newestMail(page.request, person.email))
  await page.goto(`${link.pathname}${link.search}`)
  await expect(page.getByRole('heading', { name: /Njeri/ })).toBeVisible()
  expect(page.url()).not.toContain('token')
  expect(await page.evaluate(() => localStorage.getItem('userToken'))).toMatch(/^u_/)
}

/** Answers whatever is asked, and says how many points the completion screen promises. */
async function answerToTheEnd(page: Page): Promise<number> {
  const done = page.getByRole('button', { name: 'Complete Survey' })
  const next = page.getByRole('button', { name: 'Next' })
  const position = page.getByText(/Question \d+ of \d+/)
  for (;;) {
    const now = await position.first().innerText()
    const text = page.getByRole('textbox')
    if (await text.isVisible()) await text.fill('Bei nzuri.')
    else await page.getByRole('radio').first().check({ force: true })
    if (await done.isVisible()) break
    await next.click()
    await expect(position.first()).not.toHaveText(now)
  }
  await done.click()
  const earned = page
    .getByRole('main')
    .getByText(/\d+ points/)
    .first()
  await expect(page.getByText(/KES \d/).first()).toBeVisible()
  return Number.parseInt(await earned.innerText(), 10)
}

async function approve(admin: Page, email: string) {
  await admin.goto('/admin-login')
  await admin.getByLabel('Username').fill('admin')
  await admin.getByLabel('Password', { exact: true }).fill('demo-chuma')
  await admin.getByRole('button', { name: 'Sign In' }).click()
  await expect(admin).toHaveURL('/admin-dashboard')
  await admin.getByRole('tab', { name: 'Withdrawals' }).click()
  const row = admin.getByRole('listitem').or(admin.getByRole('row')).filter({ hasText: email })
  await row.getByRole('button', { name: 'Approve' }).click()
  await expect(admin.getByText('Withdrawal approved successfully!')).toBeVisible()
}

import { expect, type Page } from '@playwright/test'
import { newPerson, test } from '../../support/fixtures.ts'
import { keptSession } from '../../support/front-door.ts'
import { linkIn, mailAbout, newestMail, notMeIn } from '../../support/mailbox.ts'
import { bearer, givenMember, signInStaff, staffToken } from '../../support/people.ts'
import { expectToast } from '../../support/toast.ts'
import { BANK, newAccount } from '../payouts/payouts.ts'
import { takeSurvey } from '../surveys/surveys.ts'
import { decide, listWithdrawals, requestWithdrawal } from '../wallet/wallet.ts'

/** Somebody borrowed the session and moved the account to their own address. */
async function givenTakenOver(page: Page, { hasPoints = false } = {}) {
  const owner = await givenMember(page.request)
  if (hasPoints) await takeSurvey(page.request, owner)
  const { email: stolen } = newPerson()
  const data = { firstName: 'Baraka', lastName: 'Kip', email: stolen, country: 'Kenya' }
  const asked = await page.request.put('/api/profile', { headers: bearer(owner.token), data })
  expect(asked.status()).toBe(200)
  const token = linkIn(await newestMail(page.request, stolen)).searchParams.get('token')
  const opened = await page.request.post('/api/auth/redeem-link', { data: { token } })
  const mail = await mailAbout(page.request, owner.email, 'Your email address for Chuma was changed')
  return { ...owner, stolen, thief: (await opened.json()).token as string, undo: notMeIn(mail) }
}

test('a borrowed session becomes a takeover: the owner undoes it from the mail and sets a new password', {
  tag: '@journey',
}, async ({ page }) => {
  const { email, stolen, thief, undo } = await givenTakenOver(page)
  await page.goto(undo)
  const press = page.getByRole('button', { name: 'This wasn’t me: undo' })
  await expect(press).toBeVisible()
  await expect(page).toHaveURL('/not-me')
  // Opening the page changed nothing.
  const before = await page.request.get('/api/auth/user', { headers: bearer(thief) })
  expect(await before.json()).toMatchObject({ email: stolen })

  await press.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your account is back' })).toBeVisible()
  await expect(page.getByText(`Your account is at ${email}, and only you can open it.`)).toBeVisible()
  expect((await page.request.get('/api/auth/user', { headers: bearer(thief) })).status()).toBe(401)
  await mailAbout(page.request, stolen, 'This address no longer opens a Chuma account')

  await page.getByRole('button', { name: 'Set a new password' }).click()
  await page.getByLabel('New Password').fill('maji-safi-9-leo')
  await page.getByLabel('Confirm Password', { exact: true }).fill('maji-safi-9-leo')
  await page.getByRole('button', { name: 'Save New Password' }).click()
  await expectToast(page, 'Password changed', 'All your other devices are signed out.')
  expect((await keptSession(page))[1]).toContain(email)

  await page.goto('/settings?tab=account')
  const events = page.getByRole('list', { name: 'Recent security events' })
  await expect(events.getByRole('listitem')).toContainText([
    'Password reset with a link',
    'Change of email address undone',
    'Email address changed',
  ])
})

// Backed by packages/core/src/auth/security/security.test.ts
test('undoing a change of address against payouts in flight: what was sent is named, and what was not stays held', {
  tag: '@long',
}, async ({ page, browser }) => {
  const { request } = page
  const { mpesaNumber, email, thief, undo, ...owner } = await givenTakenOver(page, { hasPoints: true })
  const inside = { ...owner, email, mpesaNumber, token: thief }
  const { id } = await (await request.get('/api/auth/user', { headers: bearer(thief) })).json()
  const sent = await requestWithdrawal(request, inside, { withdrawalMethod: 'mpesa', mpesaNumber })
  await decide(request, sent, { status: 'approved' })
  await expect
    .poll(async () => (await listWithdrawals(request, inside)).map(({ status }) => status))
    .toEqual(['paid'])
  // Approved like the first, and not paid yet: a bank transfer is made by hand.
  const waiting = await requestWithdrawal(request, inside, { ...BANK, accountNumber: newAccount() })
  await decide(request, waiting, { status: 'approved' })

  await page.goto(undo)
  await page.getByRole('button', { name: 'This wasn’t me: undo' }).click()
  await expect(page.getByText(`Your account is at ${email}, and only you can open it.`)).toBeVisible()
  await expect(
    page.getByText('KES 2,000 of withdrawals has not been sent yet. We check it before we pay it.'),
  ).toBeVisible()
  await expect(
    page.getByText('KES 2,000 was paid out since. Write to us if you did not ask for it.'),
  ).toBeVisible()
  expect((await request.get('/api/auth/user', { headers: bearer(thief) })).status()).toBe(401)

  const headers = bearer(await staffToken(request))
  const data = { status: 'paid', adminNotes: '' }
  const byHand = await request.put(`/api/admin/withdrawals/${waiting}`, { headers, data })
  expect(byHand.status()).toBe(409)
  expect(await byHand.json()).toMatchObject({ code: 'WITHDRAWAL_HELD' })
  const staff = await browser.newPage()
  await signInStaff(staff)
  await staff.goto(`/admin/members/${id}?view=security`)
  await expect(staff.getByRole('list', { name: 'Security' }).getByRole('listitem')).toContainText([
    'Change of email address undone',
    'Email address changed',
  ])
  await staff.close()
})

test('a used link explains itself, and a page without one says what to do', async ({ page }) => {
  const { undo } = await givenTakenOver(page)
  await page.goto(undo)
  await page.getByRole('button', { name: 'This wasn’t me: undo' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your account is back' })).toBeVisible()
  await page.goto('/about')
  await page.goto(undo)
  await expect(page.getByRole('alert')).toHaveText(
    'This link was already used, and works once. What it does has been done.',
  )
  await page.reload()
  await expect(page.getByText('Open the link in the email again.')).toBeVisible()
})

test('the mail about a new device secures the account', async ({ page }) => {
  const { email, password } = await givenMember(page.request)
  const headers = { 'user-agent': 'Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0' }
  const entered = await page.request.post('/api/auth/login', { headers, data: { email, password } })
  expect(entered.status()).toBe(200)
  const mail = await mailAbout(page.request, email, 'A new device signed in to your Chuma account')
  await page.goto(notMeIn(mail))
  await page.getByRole('button', { name: 'This wasn’t me', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your account is safe' })).toBeVisible()
})

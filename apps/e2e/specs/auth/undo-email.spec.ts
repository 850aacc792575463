import { expect, type Page } from '@playwright/test'
import { newPerson, test } from '../../support/fixtures.ts'
import { keptSession } from '../../support/front-door.ts'
import { linkIn, mailAbout, newestMail, notMeIn } from '../../support/mailbox.ts'
import { bearer, givenMember } from '../../support/people.ts'
import { expectToast } from '../../support/toast.ts'

/** Somebody borrowed the session and moved the account to their own address. */
async function givenTakenOver(page: Page) {
  const owner = await givenMember(page.request)
  const { email: stolen } = newPerson()
  const data = { firstName: 'Baraka', lastName: 'Kip', email: stolen, country: 'Kenya' }
  const asked = await page.request.put('/api/profile', { headers: bearer(owner.token), data })
  expect(asked.status()).toBe(200)
  const token = linkIn(await newestMail(page.request, stolen)).searchParams.get('token')
  const opened = await page.request.post('/api/auth/redeem-link', { data: { token } })
  const mail = await mailAbout(page.request, owner.email, 'Your email address for Chuma was changed')
  return { ...owner, stolen, thief: (await opened.json()).token as string, undo: notMeIn(mail) }
}

test('a borrowed session becomes a takeover: the owner undoes it from the mail and sets a new password', async ({
  page,
}) => {
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

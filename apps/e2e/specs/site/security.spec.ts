import { expect, type Page } from '@playwright/test'
import { newPerson, test } from '../../support/fixtures.ts'
import { listKept, NOTHING } from '../../support/list-kept.ts'
import { linkIn, newestMail } from '../../support/mailbox.ts'
import { bearer, givenMember, signIn, signInStaff } from '../../support/people.ts'
import { COMMUTING, findSurvey, takeSurvey } from '../surveys/surveys.ts'

const MARKUP = { firstName: '<img src=x onerror=alert(1)>', lastName: '"><script>alert(2)</script>{{7*7}}' }

/** Somebody whose name would be a program if any page took it for one, with points and a withdrawal. */
async function givenHostileMember(page: Page) {
  const { request } = page
  const { email, password, mpesaNumber } = newPerson()
  const signup = { ...MARKUP, email, password, confirmPassword: password }
  expect((await request.post('/api/auth/signup', { data: signup })).status()).toBe(200)
  const link = linkIn(await newestMail(request, email)).searchParams.get('token')
  const redeemed = await request.post('/api/auth/redeem-link', { data: { token: link } })
  const member = { email, password, mpesaNumber, token: (await redeemed.json()).token as string }
  await takeSurvey(request, member)
  const withdrawal = { pointsToWithdraw: 1, withdrawalMethod: 'bank', bankName: '<b>Bank</b>' }
  const account = { accountNumber: '0110293847566', accountName: '<svg onload=alert(3)>' }
  const headers = bearer(member.token)
  expect(
    (await request.post('/api/withdrawals', { headers, data: { ...withdrawal, ...account } })).status(),
  ).toBe(201)
  return member
}

test('a name that is markup is shown as text, to the member and to the staff', { tag: '@journey' }, async ({
  page,
}) => {
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  const member = await givenHostileMember(page)
  await signIn(page, member)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: MARKUP.firstName })).toBeVisible()
  await page.goto('/withdraw')
  await expect(page.getByText('<b>Bank</b>').first()).toBeVisible()

  await signInStaff(page)
  await page.goto('/admin?tab=withdrawals')
  await expect(page.getByText(`${MARKUP.firstName} ${MARKUP.lastName}`).first()).toBeVisible()
  await expect(page.locator('img[src="x"], svg[onload]')).toHaveCount(0)
  expect(dialogs).toEqual([])
})

const PASSWORDS: [path: string, label: string, autoComplete: string][] = [
  ['/login', 'Password', 'current-password'],
  ['/signup', 'Password', 'new-password'],
  ['/signup', 'Confirm Password', 'new-password'],
  ['/admin-login', 'Password', 'current-password'],
]

test('a password field hides what is typed, can show it, and takes a paste and a password manager', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  for (const [path, label, autoComplete] of PASSWORDS) {
    if (new URL(page.url()).pathname !== path) await page.goto(path)
    const field = page.getByLabel(label, { exact: true })
    await expect(field).toHaveAttribute('type', 'password')
    await expect(field).toHaveAttribute('autocomplete', autoComplete)
    // It can be typed into once the script is there, which `focus` does not wait for.
    await expect(field).toBeEditable()
    await page.evaluate(() => navigator.clipboard.writeText('  from a manager  '))
    await field.focus()
    await page.keyboard.press('ControlOrMeta+v')
    await expect(field).toHaveValue('  from a manager  ')
    await page.getByRole('button', { name: 'Show password' }).first().click()
    await expect(page.locator('input[type="text"][autocomplete$="-password"]').first()).toBeVisible()
  }
})

/** A member in the middle of a survey, with an unsent answer. */
async function givenBusyMember(page: Page) {
  const member = await givenMember(page.request)
  const { id } = await findSurvey(page.request, member, COMMUTING)
  await signIn(page, member)
  await page.goto(`/survey/${id}`)
  await expect(page.getByText(/Question 1 of/)).toBeVisible()
  await page.evaluate((key) => sessionStorage.setItem(key, '{"1":"mine"}'), `survey-drafts:me:${id}`)
}

async function logOut(page: Page) {
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForFunction(() => localStorage.getItem('userToken') === null)
}

test('a log-out leaves nothing of the member in the browser', { tag: '@journey' }, async ({ page }) => {
  await givenBusyMember(page)
  await logOut(page)
  await expect(page.getByRole('link', { name: 'Start Earning Now' })).toBeVisible()
  expect(await listKept(page)).toEqual(NOTHING)
})

test('a log-out that the server never hears of leaves nothing in the browser either', async ({ page }) => {
  await givenBusyMember(page)
  // As the browser says it; the pages themselves stay within reach.
  await page.route('**/trpc/**', (route) => route.abort('internetdisconnected'))
  await page.evaluate(() => window.dispatchEvent(new Event('offline')))
  await logOut(page)
  expect(await listKept(page)).toEqual(NOTHING)
})

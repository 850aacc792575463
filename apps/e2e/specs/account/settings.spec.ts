import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { test } from '../../support/fixtures.ts'
import { bearer, givenMember, type Member, signIn } from '../../support/people.ts'
import { expectToast } from '../../support/toast.ts'
import { COMMUTING, takeSurvey } from '../surveys/surveys.ts'
import { requestWithdrawal } from '../wallet/wallet.ts'

async function givenSettings(page: Page, tab: string): Promise<Member> {
  const member = await givenMember(page.request)
  await openSettings(page, member, tab)
  return member
}

async function openSettings(page: Page, member: Pick<Member, 'token'>, tab: string) {
  await signIn(page, member)
  await page.goto(`/settings?tab=${tab}`)
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
}

async function settingsOf(page: Page, member: Pick<Member, 'token'>) {
  return (await page.request.get('/api/account/settings', { headers: bearer(member.token) })).json()
}

/** From now on the settings are out of reach. */
const loseSettings = (page: Page) => page.route(/account\.(get|update)Settings/, (route) => route.abort())

const kept = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)

test('a switch answers before the server does, saves at once, and goes back when it could not', async ({
  page,
}) => {
  const member = await givenSettings(page, 'notifications')
  const payouts = page.getByRole('switch', { name: 'Payouts' })
  const signIns = page.getByRole('switch', { name: 'New sign-ins' })
  await expect(page.getByText(/^Mails about the safety of your account always come/)).toBeVisible()
  await expect(payouts).toBeChecked()
  await expect(signIns).toBeChecked()

  await test.step('it answers before the server does', async () => {
    let answer = () => {}
    const answered = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/trpc/account.updateSettings', async (route) => {
      await answered
      await route.abort()
    })
    await payouts.click()
    await expect(payouts).not.toBeChecked()
    answer()
    await expect(payouts).toBeChecked()
    await page.unroute('**/trpc/account.updateSettings')
  })

  const saved = page.waitForResponse(/account\.updateSettings/)
  await payouts.click()
  await expect(payouts).not.toBeChecked()
  await saved
  await page.reload()
  await expect(payouts).not.toBeChecked()
  expect(await settingsOf(page, member)).toMatchObject({ mailsPayouts: false, mailsSignIns: true })

  await loseSettings(page)
  await signIns.click()
  await expectToast(page, 'Not saved', 'We could not reach the server. Check your connection and try again.')
  await expect(signIns).toBeChecked()
  await expect(payouts).not.toBeChecked()

  await test.step('the profile tab is the form of the profile', async () => {
    await page.getByRole('tab', { name: 'Profile' }).click()
    await expect(page.getByLabel('Email')).toHaveValue(member.email)
    await page.getByLabel('Last Name').fill('Naliaka')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expectToast(page, 'Profile updated', 'Your changes are saved.')
    await page.getByRole('link', { name: 'Profile', exact: true }).first().click()
    await expect(page.getByRole('heading', { name: 'Baraka Naliaka' })).toBeVisible()
  })
})

test('nothing is measured without a yes, which is kept here and in the account', async ({ page }) => {
  const member = await givenSettings(page, 'privacy')
  const consent = page.getByRole('switch', { name: 'Allow analytics' })
  await expect(consent).not.toBeChecked()
  expect(await kept(page, 'analytics-consent')).toBeNull()

  const saved = () => page.waitForResponse(/account\.updateSettings/)
  await Promise.all([saved(), consent.click()])
  await expect(consent).toBeChecked()
  expect(await kept(page, 'analytics-consent')).toBe('true')
  expect(await settingsOf(page, member)).toMatchObject({ analyticsConsent: true })
  await Promise.all([saved(), consent.click()])
  expect(await kept(page, 'analytics-consent')).toBe('false')
  expect(await settingsOf(page, member)).toMatchObject({ analyticsConsent: false })

  await loseSettings(page)
  await page.reload()
  await consent.click()
  await expect(page.getByText('Not saved')).toBeVisible()
  await expect(consent).not.toBeChecked()
  expect(await kept(page, 'analytics-consent')).toBe('false')
})

// Backed by apps/web/src/account/consent/reconcile-consent.test.ts
test('an answer about analytics goes where its owner goes, and to nobody else', { tag: '@long' }, async ({
  page,
}) => {
  const member = await givenMember(page.request)
  const data = { analyticsConsent: true }
  await page.request.patch('/api/account/settings', { headers: bearer(member.token), data })
  await openSettings(page, member, 'privacy')
  const consent = page.getByRole('switch', { name: 'Allow analytics' })
  await expect(consent).toBeChecked()
  expect(await kept(page, 'analytics-consent')).toBe('true')

  // The next one on the same device.
  const { token } = await givenMember(page.request)
  await page.evaluate((other) => localStorage.setItem('userToken', other), token)
  await page.reload()
  await expect(consent).not.toBeChecked()
  expect(await kept(page, 'analytics-consent')).toBeNull()

  // The choice made before signing in belongs to the device's user.
  await page.evaluate(() => localStorage.setItem('analytics-consent', 'true'))
  await Promise.all([page.waitForResponse(/account\.updateSettings/), page.reload()])
  await expect(consent).toBeChecked()
  expect(await settingsOf(page, { token })).toMatchObject({ analyticsConsent: true })
})

// Backed by apps/server/test/my-account.test.ts
// Backed by packages/core/src/account/export/export-data.test.ts
test('all that is held on a member comes as one file', { tag: '@long' }, async ({ page }) => {
  const member = await givenMember(page.request)
  await takeSurvey(page.request, member)
  await openSettings(page, member, 'privacy')
  const button = page.getByRole('button', { name: 'Download my data' })
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  expect(download.suggestedFilename()).toMatch(/^chuma-data-\d{4}-\d\d-\d\d\.json$/)
  await expectToast(
    page,
    'Your data is in your downloads',
    `The file is called ${download.suggestedFilename()}.`,
  )
  const data = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(data).toMatchObject({
    account: { email: member.email, firstName: 'Baraka' },
    surveys: [{ title: COMMUTING, status: 'completed' }],
    ledger: [{ kind: 'survey', description: `Survey: ${COMMUTING}` }],
  })
  expect(JSON.stringify(data)).not.toContain(member.token)

  await page.route('**/trpc/account.exportData*', (route) => route.abort())
  await button.click()
  await expectToast(
    page,
    'Download failed',
    'We could not reach the server. Check your connection and try again.',
  )
  await expect(button).toBeEnabled()
})

test('an account is deleted with its password, after one was told what is lost, and can be kept', {
  tag: '@journey',
}, async ({ page }) => {
  const member = await givenMember(page.request)
  const points = await takeSurvey(page.request, member)
  const { mpesaNumber, email, password } = member
  await requestWithdrawal(page.request, member, { withdrawalMethod: 'mpesa', mpesaNumber })
  await openSettings(page, member, 'privacy')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await expect(dialog).toContainText('For 14 days you can change your mind')
  await expect(dialog).toContainText(`lost with the account: ${points - 2} points`)
  await expect(dialog).toContainText('under way are still paid: 2 points')
  const submit = dialog.getByRole('button', { name: 'Delete my account' })
  const field = dialog.getByLabel('Your password, to be sure that it is you')
  await submit.click()
  await expect(field).toHaveAccessibleDescription('Required')
  await field.fill('not it')
  await submit.click()
  await expect(field).toHaveAccessibleDescription('Wrong password')
  await expect(field).toBeFocused()
  await expect(page).toHaveURL('/settings?tab=privacy')

  await field.fill(password)
  await submit.dblclick()
  const notice = page.getByRole('region', { name: 'Your account is closed' })
  await expect(notice).toContainText(/It will be deleted on \d+ \w+ \d{4}\./)
  await expect(page).toHaveURL('/')
  await expect(page.getByText('Unauthorized')).toHaveCount(0)
  expect(await kept(page, 'userToken')).toBeNull()
  const headers = bearer(member.token)
  expect((await page.request.get('/api/auth/user', { headers })).status()).toBe(401)

  const restored = await page.request.post('/api/auth/restore', { data: { email, password } })
  expect(restored.status()).toBe(200)
  await notice.getByRole('link', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/login')
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Start Earning Now' })).toBeVisible()
  await expect(notice).toBeHidden()
})

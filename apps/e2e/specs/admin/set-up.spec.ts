import { type Browser, expect, type Page } from '@playwright/test'
import { expectLooksAccessible } from '../../support/expect-accessible.ts'
import { test } from '../../support/new-installation.ts'
import { bearer } from '../../support/people.ts'
import { expectToast } from '../../support/toast.ts'
import { codeOf } from './totp.ts'

const PHONE = { width: 360, height: 740 }
const PASSWORD = 'maji safi ya mlima'
const MEMBER = { email: 'baraka@example.com', password: 'maji-safi-9', mpesaNumber: '0712345678' }
const SURVEY = 'How do you cook?'

const step = (page: Page, title: string) => page.getByRole('heading', { name: title, exact: true })
const goOn = (page: Page) => page.getByRole('button', { name: 'Continue', exact: true }).click()

/** The account by keyboard, then its second factor. */
async function createOwner(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await page.getByLabel('Username').fill('wanjiru')
  await page.getByLabel('Password', { exact: true }).fill('too short')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Repeat password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')

  const factor = page.getByRole('region', { name: 'Second factor' })
  await factor.getByRole('button', { name: 'Set up' }).click()
  await factor.getByLabel('Your password again').fill(PASSWORD)
  await page.keyboard.press('Enter')
  const secret = (await factor.locator('code').innerText()).replaceAll(' ', '')
  await factor.getByLabel('Code from your authenticator app').fill(codeOf(secret))
  await page.keyboard.press('Enter')
  await expect(factor.getByRole('listitem')).toHaveCount(10)
  await factor.getByRole('button', { name: 'I have saved them' }).click()
  // The link is out of the address, and so of the history.
  await expect(page).toHaveURL('/set-up')
}

async function signUpMember(page: Page, findMail: (to: string) => string | undefined): Promise<void> {
  await page.goto('/signup')
  await page.getByLabel('First Name').fill('Baraka')
  await page.getByLabel('Last Name').fill('Kip')
  await page.getByLabel('Email').fill(MEMBER.email)
  await page.getByLabel('Password', { exact: true }).fill(MEMBER.password)
  await page.getByLabel('Confirm Password', { exact: true }).fill(MEMBER.password)
  await page.getByRole('button', { name: 'Create Your Account' }).click()
  await expect(page).toHaveURL(/\/verify-email/)
  await expect.poll(() => findMail(MEMBER.email)).toContain('?token=')
  await page.goto(/http\S+\?token=[\w-]+/.exec(findMail(MEMBER.email) ?? '')?.[0] ?? '')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Baraka')
}

async function addSurvey(page: Page): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('adminToken'))
  const created = await page.request.post('/api/admin/surveys', {
    headers: bearer(token ?? ''),
    data: { title: SURVEY, description: 'One question.', reward: 5, duration: 1, kind: 'instant' },
  })
  expect(created.status()).toBe(201)
}

async function earnAndWithdraw(page: Page): Promise<void> {
  await page.goto('/surveys')
  await page.getByRole('link', { name: 'Take Survey' }).click()
  await page.getByRole('button', { name: 'Start Survey' }).click()
  await expect(page.getByRole('heading', { name: 'Survey completed!' })).toBeVisible()
  await page.goto('/withdraw')
  await page.getByLabel('Points to Withdraw').fill('1')
  await page.getByLabel('Withdrawal Method').selectOption('M-Pesa')
  await page.getByLabel('M-Pesa Number').fill(MEMBER.mpesaNumber)
  await page.getByRole('button', { name: 'Request Withdrawal' }).click()
  await expect(page.getByText('Withdrawal Request Submitted')).toBeVisible()
}

/** The only person on the staff has created the survey that the payout is for: it waits a day for somebody else. */
async function payByHand(page: Page, letDayPass: () => Promise<void>): Promise<void> {
  await page.goto('/admin?tab=withdrawals')
  const approve = page.getByRole('button', { name: 'Approve', exact: true })
  await approve.click()
  await expect(page.getByText('Sent to a second person')).toBeVisible()
  await letDayPass()
  await page.getByRole('button', { name: 'Mark as Paid' }).click()
  const paying = page.getByRole('dialog')
  await paying.getByLabel('Payment reference').fill('UKP4ABC123')
  await paying.getByRole('button', { name: 'Mark as Paid' }).click()
  await expect(paying).toHaveCount(0)
}

/** A new installation claims nothing on its public pages; what its owner enters is shown, and an empty place is not. */
async function claimFigure(page: Page, stranger: Page) {
  await stranger.goto('/')
  await expect(stranger.getByText('Six ways to earn')).toBeVisible()
  await expect(stranger.getByText('See actual payouts')).toBeVisible()
  for (const label of ['Active users', 'Success rate', 'Sample figures'])
    await expect(stranger.getByText(label)).toBeHidden()
  await page.goto('/admin/system')
  const figures = page.getByRole('region', { name: 'Figures on public pages' })
  await figures.getByLabel('Active users').fill('12 & counting')
  await figures.getByRole('button', { name: 'Save figures' }).click()
  await expectToast(page, 'Saved', 'Pages that are opened from now on show it.')
  await stranger.reload()
  // The mark of a sample is for the demo.
  await expect(stranger.getByRole('definition').filter({ visible: true })).toHaveText(['12 & counting'], {
    useInnerText: true,
  })
  await expect(stranger.getByText('Success rate')).toBeHidden()
}

const openAsStranger = async (browser: Browser) => (await browser.newContext()).newPage()

test('a new installation is set up from its link, and its first member is paid by hand', {
  tag: '@journey',
}, async ({ page, browser, installation: { setUpLink, findMail, letDayPass } }) => {
  const stranger = await openAsStranger(browser)
  await page.setViewportSize(PHONE)
  await createOwner(page, setUpLink)
  await stranger.goto(setUpLink)
  await expect(stranger.getByText('This link was used to create the owner’s account')).toBeVisible()

  await expect(step(page, 'Name and contact details')).toBeFocused()
  await page.getByLabel('Product name').fill('Pesa Poa')
  await page.getByLabel('Support email').fill('habari@pesa.test')
  await page.getByRole('button', { name: 'Save and continue' }).click()

  await expect(step(page, 'Payouts')).toBeFocused()
  await page.getByRole('button', { name: 'Test the connection' }).click()
  await expect(page.getByText(/Nothing was tested. Missing: DARAJA_BASE_URL/)).toBeVisible()
  await expectLooksAccessible(page, 'the payouts of the set-up')
  await page.setViewportSize(PHONE)
  await goOn(page)

  await expect(step(page, 'Mail')).toBeFocused()
  await page.getByLabel('Your email address').fill('wanjiru@example.com')
  await page.getByRole('button', { name: 'Send a test mail' }).click()
  await expect(page.getByText('The mail server accepted the mail to wanjiru@example.com.')).toBeVisible()
  expect(findMail('wanjiru@example.com')).toContain('[Pesa Poa] Mail works')
  await page.getByRole('button', { name: 'Kiswahili' }).click()
  await expect(step(page, 'Barua pepe')).toBeVisible()
  await page.getByRole('button', { name: 'English' }).click()
  // What is decided is on the server: a reload, or the link again, leads back to the first open step.
  await page.goto(setUpLink)
  await expect(page).toHaveURL('/set-up')
  await expect(step(page, 'Mail')).toBeVisible()
  await goOn(page)

  await expect(step(page, 'Rates and rewards')).toBeVisible()
  const presets = page.getByRole('region', { name: 'Presets' })
  await presets.getByRole('radio', { name: 'Specified' }).check()
  await presets.getByRole('button', { name: 'Use this preset' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('To start with')
  await dialog.getByRole('button', { name: 'Use these numbers' }).click()
  await expect(dialog).toContainText('Tick the box to confirm the cost')
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Use these numbers' }).click()

  await expect(step(page, 'Ready to go live')).toBeFocused()
  await page.getByRole('button', { name: 'Finish set-up' }).click()
  await expect(page).toHaveURL('/admin-dashboard')
  await page.goto(setUpLink)
  await expect(page.getByText('This installation is set up already.')).toBeVisible()

  await page.setViewportSize({ width: 1280, height: 800 })
  await claimFigure(page, stranger)
  await addSurvey(page)
  await signUpMember(stranger, findMail)
  await expect(stranger.getByRole('link', { name: 'Pesa Poa' }).first()).toBeVisible()
  await earnAndWithdraw(stranger)
  await payByHand(page, letDayPass)
  await stranger.goto('/withdraw')
  await expect(stranger.getByText('Payment Completed!', { exact: true })).toBeVisible()
  await stranger.goto('/contact')
  await expect(stranger.getByText('habari@pesa.test').first()).toBeVisible()
})

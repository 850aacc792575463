import { expect, type Locator, type Page } from '@playwright/test'
import { test } from '../../support/fixtures.ts'
import { keptSession } from '../../support/front-door.ts'
import { givenMember, signIn } from '../../support/people.ts'
import { expectToast } from '../../support/toast.ts'
import { openStaff } from '../admin/staff.ts'
import { takeSurvey } from '../surveys/surveys.ts'

async function expectToLeave(page: Page, path: string, login: string) {
  await expectToast(page, 'Unauthorized', 'You are logged out. Logging in again...')
  await expect(page.getByText('No authentication token', { exact: true })).toBeVisible()
  const next = path === '/dashboard' ? '' : `?next=${encodeURIComponent(path)}`
  await expect(page).toHaveURL(`${login}${next}`)
}

/** Loses the token and presses at once: a call of the page's own may notice it a moment later, and leave. */
const pressWithout = (button: Locator, key: string) =>
  button.evaluate((node: HTMLElement, name) => {
    localStorage.removeItem(name)
    node.click()
  }, key)

const findButton = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).first()

/** Each page, and its main button. */
const pages: [path: string, ready: (page: Page) => Promise<void>, main: (page: Page) => Locator][] = [
  [
    '/dashboard',
    (page) => expect(page.getByRole('button', { name: 'Claim bonus' })).toBeVisible(),
    findButton('Claim bonus'),
  ],
  [
    '/withdraw',
    async (page) => {
      await page.getByLabel('Points to Withdraw').fill('1')
      await page.getByLabel('Withdrawal Method').selectOption('M-Pesa')
      await page.getByLabel('M-Pesa Number').fill('0712345678')
    },
    findButton('Request Withdrawal'),
  ],
  ['/profile', (page) => findButton('Edit Profile')(page).click(), findButton('Save Changes')],
  [
    '/settings?tab=notifications',
    (page) => expect(page.getByRole('switch', { name: 'Payouts' })).toBeVisible(),
    (page) => page.getByRole('switch', { name: 'Payouts' }),
  ],
  [
    '/activity',
    (page) => expect(page.getByRole('button', { name: 'Download as CSV' })).toBeEnabled(),
    findButton('Download as CSV'),
  ],
]

for (const [path, ready, main] of pages) {
  test(`on ${path} a press without a token says so and leads to the log-in`, async ({ page }) => {
    const member = await givenMember(page.request)
    await takeSurvey(page.request, member)
    await signIn(page, member)
    await page.goto(path)
    await ready(page)
    await pressWithout(main(page), 'userToken')
    await expectToLeave(page, path, '/login')
    expect(await keptSession(page)).toEqual([null, null])
  })
}

test('a page that is opened from another without a token does the same', async ({ page }) => {
  await signIn(page, await givenMember(page.request))
  await page.goto('/surveys')
  await expect(page.getByText('Baraka', { exact: true })).toBeVisible()
  await pressWithout(page.getByRole('link', { name: 'Dashboard' }).first(), 'userToken')
  await expectToLeave(page, '/dashboard', '/login')
})

test('a survey that is begun without a token says it in its own words', async ({ page }) => {
  const member = await givenMember(page.request)
  await signIn(page, member)
  await page.goto('/survey-list')
  const take = page.getByRole('button', { name: /^(Start|Take) Survey$/ }).first()
  await expect(take).toBeVisible()
  await pressWithout(take, 'userToken')
  await expect(page.getByRole('alert').filter({ hasText: /session expired/i })).toBeVisible()
  await expect(page).toHaveURL(/\/login/)
  expect(await keptSession(page)).toEqual([null, null])
})

test('staff without their token are led to their own log-in', async ({ page }) => {
  await openStaff(page, 'content')
  await page.goto('/admin/surveys')
  await page.getByRole('button', { name: 'Add New Offer' }).click()
  const form = page.getByRole('dialog', { name: 'Add New Survey Offer' })
  await form.getByLabel('Title').fill('Tea')
  await form.getByLabel('Description').fill('About tea')
  await form.getByLabel('Payout').fill('2')
  await form.getByLabel('Duration').fill('5')
  await form.getByLabel('External URL').fill('https://example.com/tea')
  await pressWithout(form.getByRole('button', { name: 'Create Offer' }), 'adminToken')
  await expectToLeave(page, '/admin/surveys', '/admin-login')
})

test('what is wrong with a field stands under it until it is changed', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  const stands = async (label: string, message: string) => {
    const field = page.getByLabel(label, { exact: true })
    await expect(field).toHaveAccessibleDescription(new RegExp(message.replaceAll('.', '\\.')))
    const id = (await field.getAttribute('aria-describedby'))?.split(' ') ?? []
    const shown = page.locator(id.map((each) => `[id="${each}"]`).join(',')).filter({ hasText: message })
    expect((await shown.boundingBox())?.height).toBeGreaterThan(10)
    return { field, shown }
  }
  await page.goto('/signup')
  await page.getByRole('button', { name: 'Create Your Account' }).click()
  await expectToast(page, 'Missing Information', 'Please fill in all required fields')
  const first = await stands('First Name', 'Please fill in all required fields')
  await first.field.fill('Ann')
  await expect(first.shown).toHaveCount(0)
  await stands('Email', 'Please fill in all required fields')

  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await stands('Password', 'Please enter both email and password')

  const member = await givenMember(page.request)
  await takeSurvey(page.request, member)
  await signIn(page, member)
  await page.goto('/withdraw')
  await page.getByLabel('Points to Withdraw').fill('1')
  await page.getByLabel('Withdrawal Method').selectOption('M-Pesa')
  await page.getByRole('button', { name: 'Request Withdrawal' }).click()
  const { field } = await stands('M-Pesa Number', 'Please enter your M-Pesa number.')
  await expect(field).toBeFocused()
  // Nothing lies over it: neither a bar nor the toast.
  const isOnTop = () =>
    field.evaluate((node) => {
      const { left, top, width, height } = node.getBoundingClientRect()
      return [0.1, 0.9].every((part) =>
        node.contains(document.elementFromPoint(left + width / 2, top + height * part)),
      )
    })
  await expect.poll(isOnTop).toBe(true)
})

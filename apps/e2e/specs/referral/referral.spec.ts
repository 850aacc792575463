import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../../support/expect-accessible.ts'
import { newPerson, test } from '../../support/fixtures.ts'
import { givenMember, signIn } from '../../support/people.ts'
import { expectToast } from '../../support/toast.ts'
import { CODE, FRIENDS, openProgramme } from './referral.ts'

async function givenInviter(page: Page, friends?: Parameters<typeof openProgramme>[1]) {
  const member = await givenMember(page.request)
  await openProgramme(page, friends)
  await signIn(page, member)
  return member
}
const friendsOf = (page: Page) => page.getByRole('list', { name: 'Your friends' }).getByRole('listitem')

test('while nothing is paid for friends nobody is asked to invite, and the page says so', async ({
  page,
}) => {
  await signIn(page, await givenMember(page.request))
  await page.goto('/dashboard?tab=wallet')
  await expect(page.getByRole('link', { name: 'My clicks' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Invite a friend' })).toHaveCount(0)
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'Achievements' })).toBeVisible()
  await expect(page.getByText('Invite a friend')).toHaveCount(0)

  const closed = page.getByRole('heading', { name: 'Invitations are closed' })
  await expectAccessible(page, '/invite', closed)
  await expect(page.getByRole('button', { name: 'Copy code' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Your friends' })).toHaveCount(0)
  await page.getByRole('link', { name: 'See your ways to earn' }).click()
  await expect(page).toHaveURL('/dashboard#ways')
})

test('the invitation is found from the profile and the wallet, and is copied with one tap', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await givenInviter(page)
  await page.goto('/dashboard?tab=wallet')
  await expect(page.getByRole('link', { name: 'Invite a friend' })).toHaveAttribute('href', '/invite')
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Your code and your friends' }).click()
  await expect(page).toHaveURL('/invite')
  await expect(page).toHaveTitle(/^Invite a friend/)
  await expect(page.getByText(CODE, { exact: true })).toBeVisible()
  const link = new URL(`/signup?ref=${CODE}`, page.url()).href
  await expect(page.getByText(link)).toBeVisible()

  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await copied()).toBe(link)
  await page.getByRole('button', { name: 'Copy code' }).click()
  await expect.poll(copied).toBe(CODE)
})

test('where a phone has its own way of sharing, the link goes there', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(navigator, {
      share: async (data: ShareData) => document.body.setAttribute('data-shared', data.url ?? ''),
    })
  })
  await givenInviter(page, [])
  await page.goto('/invite')
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.locator('body')).toHaveAttribute('data-shared', new RegExp(`/signup\\?ref=${CODE}$`))
  await expect(page.getByRole('heading', { name: 'Nobody yet' })).toBeVisible()
})

// Backed by packages/core/src/referral/referral.test.ts
test('each friend is shown with their progress and the reason', { tag: '@long' }, async ({ page }) => {
  await givenInviter(page)
  await expectAccessible(page, '/invite', friendsOf(page).first())
  const friends = friendsOf(page)
  await expect(friends).toHaveCount(4)
  await expect(friends.nth(0)).toContainText(/Njeri M\..*The bonus comes after their first paid withdrawal/s)
  await expect(friends.nth(1)).toContainText('+40 points')
  await expect(friends.nth(1)).toContainText('Paid on 2 April 2026')
  await expect(friends.nth(2)).toContainText('it counts as your own')
  await expect(friends.nth(3)).toContainText(/A friend who left.*No bonus/s)
  await expect(page.getByText('1 of 50 friends paid for')).toBeVisible()
})

// Backed by packages/core/src/referral/referral.test.ts
// Backed by packages/core/src/referral/settle-referral.test.ts
test('a member who has been paid for every invitation place is told so', { tag: '@long' }, async ({
  page,
}) => {
  await signIn(page, await givenMember(page.request))
  await openProgramme(page, FRIENDS, 1)
  await page.goto('/invite')
  await expect(page.getByText('All places are taken')).toBeVisible()
})

test('a friend’s code is in plain sight, goes along between the doors, and can be left out', {
  tag: '@journey',
}, async ({ page }) => {
  const code = page.getByLabel('Invite code')
  await expectAccessible(page, '/signup?ref=NOB0DYS1', code)
  await expect(code).toHaveValue('NOB0DYS1')
  const main = page.getByRole('main')
  await main.getByRole('link', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/login?ref=NOB0DYS1')
  await main.getByRole('link', { name: 'Create an account' }).click()
  await expect(page).toHaveURL('/signup?ref=NOB0DYS1')

  const { email, password } = newPerson()
  await page.getByLabel('First Name').fill('Njeri')
  await page.getByLabel('Last Name').fill('Mwangi')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create Your Account' }).click()
  await expectToast(page, 'Signup Failed', 'Nobody has this invite code. Correct it, or sign up without one.')
  await expect(main.getByText('Nobody has this invite code.')).toBeVisible()
  await expect(code).toBeFocused()

  await page.getByRole('button', { name: 'Sign up without a code' }).click()
  await expect(code).toHaveCount(0)
  await expect(page).toHaveURL('/signup')
  await page.getByRole('button', { name: 'Create Your Account' }).click()
  await expect(page).toHaveURL(`/verify-email?email=${encodeURIComponent(email)}`)
})

test('a code that came on paper can be entered while it pays', async ({ page }) => {
  await openProgramme(page)
  await page.goto('/signup')
  await page.getByRole('button', { name: 'I have an invite code' }).click()
  await expect(page.getByLabel('Invite code')).toBeFocused()
})

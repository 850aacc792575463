import { expect, type Page } from '@playwright/test'
import { newPerson, test } from '../../support/fixtures.ts'
import { keptSession } from '../../support/front-door.ts'
import { linkIn, mailAbout, newestMail } from '../../support/mailbox.ts'
import { givenMember, maskedAddress, signIn } from '../../support/people.ts'

const SUBJECT = 'Your link to sign in to Chuma'

/** A link that somebody asked for elsewhere, as a stranger who sends their own. */
async function givenStrangersLink(page: Page) {
  const { email } = await givenMember(page.request)
  expect((await page.request.post('/api/auth/sign-in-link', { data: { email } })).status()).toBe(200)
  const { pathname, search } = linkIn(await mailAbout(page.request, email, SUBJECT))
  return { link: `${pathname}${search}`, title: `Continue as ${maskedAddress(email)}?`, email }
}

test('/?token= swaps accounts silently: not while somebody else is signed in', async ({ page }) => {
  const stranger = await givenStrangersLink(page)
  const member = await givenMember(page.request)
  await signIn(page, member)
  await page.goto(stranger.link)
  await expect(page.getByRole('heading', { level: 1, name: stranger.title })).toBeFocused()
  await expect(page).toHaveURL('/')
  await expect(page.getByText('Someone else is signed in on this browser.')).toBeVisible()
  await page.getByRole('button', { name: 'No, leave everything as it is' }).click()
  await expect(page.getByRole('heading', { name: 'Hello, Baraka' })).toBeVisible()
  expect((await keptSession(page))[0]).toBe(member.token)

  // Declining used nothing up.
  await page.goto(stranger.link)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Hello, Baraka' })).toBeVisible()
  expect((await keptSession(page))[1]).toContain(stranger.email)
})

test('a link opens at once where nobody is signed in, says whose account it is, and can be left again', async ({
  page,
  browser,
}) => {
  const desk = await (await browser.newContext()).newPage()
  const { email, password } = newPerson()
  await desk.goto('/signup')
  await desk.getByLabel('First name').fill('Baraka')
  await desk.getByLabel('Last name').fill('Kip')
  await desk.getByLabel('Email').fill(email)
  await desk.getByLabel('Password', { exact: true }).fill(password)
  await desk.getByLabel('Confirm password').fill(password)
  await desk.getByRole('button', { name: 'Create Your Account' }).click()
  await expect(desk).toHaveURL(/\/verify-email\?email=/)
  await desk.context().close()

  const { pathname, search } = linkIn(await newestMail(page.request, email))
  await page.goto(`${pathname}${search}`)
  await expect(page.getByRole('heading', { name: 'Hello, Baraka' })).toBeVisible()
  await expect(page).toHaveURL('/')
  expect((await keptSession(page))[0]).toMatch(/^u_/)
  await expect(page.getByText(`You are signed in as ${email}.`)).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Not you?' }).click()
  await expect(page.getByRole('link', { name: 'Start Earning Now' }).first()).toBeVisible()
  expect((await keptSession(page))[0]).toBeNull()
})

test('a link asks nothing where the session of somebody else has ended', async ({ page }) => {
  const stranger = await givenStrangersLink(page)
  await signIn(page, { token: 'u_ended' })
  await page.goto(stranger.link)
  await expect(page.getByText(`You are signed in as ${stranger.email}.`)).toBeVisible()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page.getByText('You are signed in as')).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Hello, Baraka' })).toBeVisible()
  await expect(page.getByText('You are signed in as')).toBeHidden()
})

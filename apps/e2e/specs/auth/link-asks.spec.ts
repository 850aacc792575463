import { expect, type Page } from '@playwright/test'
import { test } from '../../support/fixtures.ts'
import { keptSession } from '../../support/front-door.ts'
import { linkIn, mailAbout } from '../../support/mailbox.ts'
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

test('a browser that did not ask for a link asks first, and one that did signs in at once', async ({
  page,
}) => {
  const stranger = await givenStrangersLink(page)
  await page.goto(stranger.link)
  await expect(page.getByRole('heading', { level: 1, name: stranger.title })).toBeVisible()
  await expect(page.getByText('Nobody asked for this link on this browser.')).toBeVisible()
  expect((await keptSession(page))[0]).toBeNull()

  const { email } = await givenMember(page.request)
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Email me a sign-in link' }).click()
  await expect(page.getByText(`If there is an account for ${email}, a link is on its way.`)).toBeVisible()
  const { pathname, search } = linkIn(await mailAbout(page.request, email, SUBJECT))
  await page.goto(`${pathname}${search}`)
  await expect(page.getByRole('heading', { name: 'Hello, Baraka' })).toBeVisible()
  await expect(page).toHaveURL('/')
})

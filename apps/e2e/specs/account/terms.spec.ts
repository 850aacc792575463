import { expect } from '@playwright/test'
import { expectLooksAccessible } from '../../support/expect-accessible.ts'
import { test } from '../../support/fixtures.ts'
import { bearer, givenMember, signIn } from '../../support/people.ts'
import { answerSome, succeed } from '../../support/procedures.ts'

test('a new version of the terms is announced once, blocks nothing, and closing the notice is no acceptance', async ({
  page,
}) => {
  const member = await givenMember(page.request)
  const headers = bearer(member.token)
  const data = { analyticsConsent: false }
  await page.request.patch('/api/account/settings', { headers, data })
  const settings = await (await page.request.get('/api/account/settings', { headers })).json()
  expect(settings.terms).toMatchObject({ inForce: 1, accepted: { version: 1, how: 'sign-up' } })
  const unasked = { ...settings, terms: { inForce: 1, seenAt: null, accepted: null } }
  await answerSome(page, { 'account.getSettings': succeed(unasked) })
  await signIn(page, member)

  const notice = page.getByRole('region', { name: 'New terms' })
  for (const [button, isAccepted] of [
    ['Close without accepting', false],
    ['Accept', true],
  ] as const) {
    await page.goto('/dashboard')
    await expect(notice).toContainText('Version 1 of our terms applies now.')
    await expect(notice.getByRole('link', { name: 'Read the terms' })).toHaveAttribute('href', '/terms')
    await expect(page.getByRole('heading', { level: 1, name: 'Hello, Baraka' })).toBeVisible()
    if (!isAccepted) await expectLooksAccessible(page, 'the notice of new terms')
    const answered = page.waitForResponse('**/trpc/account.answerTerms')
    await notice.getByRole('button', { name: button, exact: true }).click()
    const response = await answered
    expect(response.status()).toBe(200)
    expect(response.request().postDataJSON()).toEqual({ json: { version: 1, isAccepted } })
    await expect(notice).toBeHidden()
  }

  await page.unrouteAll()
  await page.goto('/settings?tab=privacy')
  await expect(page.getByText('You accepted version 1 when you signed up, on')).toBeVisible()
  await expect(notice).toBeHidden()
})

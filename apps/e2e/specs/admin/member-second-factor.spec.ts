import { expect } from '@playwright/test'
import { test } from '../../support/fixtures.ts'
import { bearer, givenMember, logInByCall, signIn, staffToken } from '../../support/people.ts'
import { changeAnswer } from '../../support/procedures.ts'
import { codeOf } from './totp.ts'

test('a member with a role is led to set up a second factor, and gives its code after the next log-in', async ({
  page,
}) => {
  const member = await givenMember(page.request)
  const { id } = await (await page.request.get('/api/auth/user', { headers: bearer(member.token) })).json()
  const given = await page.request.put(`/api/admin/users/${id}/role`, {
    headers: bearer(await staffToken(page.request)),
    data: { role: 'finance', personId: null },
  })
  expect(given.status()).toBe(200)

  await signIn(page, member)
  // As on an installation that requires a second factor.
  await changeAnswer(page, 'admin.getStaffMember', { isSecondFactorMissing: true })
  await page.goto('/admin')
  await expect(page).toHaveURL('/admin/account')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  const factor = page.getByRole('region', { name: 'Second factor' })
  await factor.getByRole('button', { name: 'Set up' }).click()
  await factor.getByLabel('Your password again').fill(member.password)
  await factor.getByRole('button', { name: 'Set up' }).click()
  const secret = (await factor.locator('code').innerText()).replaceAll(' ', '')
  await factor.getByLabel('Code from your authenticator app').fill(codeOf(secret))
  await factor.getByRole('button', { name: 'Turn on' }).click()
  await factor.getByRole('button', { name: 'I have saved them' }).click()
  await expect(factor.getByText('On', { exact: true })).toBeVisible()

  const token = await logInByCall(page.request, member.email, member.password)
  await signIn(page, { token })
  await page.goto('/admin')
  const proof = page.getByRole('region', { name: 'Confirm that it is you' })
  const sections = page.getByRole('navigation', { name: 'Administration' }).getByRole('listitem')
  await expect(sections).toHaveText(['Today'])
  await proof.getByLabel('Code from your authenticator app').fill(codeOf(secret, 1))
  await proof.getByRole('button', { name: 'Confirm' }).click()
  await expect(proof).toHaveCount(0)
  await expect(sections.getByRole('link', { name: /^Payouts/ })).toBeVisible()
})

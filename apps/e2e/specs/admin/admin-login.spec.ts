import { expect, type Page } from '@playwright/test'
import { expectFailuresSaid } from '../../support/expect-failures-said.ts'
import { test } from '../../support/fixtures.ts'
import { holdAnswers } from '../../support/procedures.ts'
import { expectToast, recordToasts } from '../../support/toast.ts'
import { givenSecondFactor, givenStaff, logOutStaff, type StaffPerson } from './staff.ts'
import { codeOf } from './totp.ts'

const formOf = (page: Page) => ({
  username: page.getByLabel('Username'),
  password: page.getByLabel('Password', { exact: true }),
  code: page.getByLabel('Code from your authenticator app'),
  recovery: page.getByLabel('Recovery code', { exact: true }),
  submit: page.getByRole('button', { name: 'Sign In' }),
})

async function logIn(page: Page, { username, password }: Pick<StaffPerson, 'username' | 'password'>) {
  const form = formOf(page)
  await form.username.fill(username)
  await form.password.fill(password)
  await form.submit.click()
  return form
}

async function givenBothFactors(page: Page) {
  const person = await givenStaff(page.request, 'finance')
  const factor = await givenSecondFactor(page.request, person)
  await page.goto('/admin-login')
  return { ...person, ...factor }
}

test('a staff log-in that is refused says why, a password alone opens, and the way home is at hand', {
  tag: '@journey',
}, async ({ page }) => {
  const person = await givenStaff(page.request, 'analyst')
  await page.goto('/admin-login')
  const { username, password, submit } = formOf(page)
  await submit.click()
  await expectToast(page, 'Missing Information', 'Please enter both username and password')
  await username.fill('nobody')
  await submit.click()
  await expect(password).toBeFocused()
  await expect(password).toHaveAttribute('aria-invalid', 'true')
  await logIn(page, { username: 'nobody', password: 'nothing' })
  await expectToast(page, 'Login Failed', 'Invalid username or password')
  await expect(page).toHaveURL('/admin-login')

  await expectFailuresSaid(page, {
    procedure: 'admin.login',
    submit,
    title: 'Login Failed',
    unreachable: 'Invalid username or password',
  })

  await test.step('without a second factor a password is enough, and a member’s storage stays empty', async () => {
    const release = await holdAnswers(page, 'admin.login')
    await logIn(page, person)
    await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled()
    release()
    await expect(page).toHaveURL('/admin-dashboard')
    const kept = await page.evaluate(() =>
      ['adminToken', 'adminData', 'userToken'].map((key) => localStorage.getItem(key)),
    )
    expect(kept[0]).toMatch(/^a_/)
    expect(JSON.parse(kept[1] ?? '')).toMatchObject({ username: person.username, role: 'analyst' })
    expect(kept[2]).toBeNull()
  })

  await logOutStaff(page)
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page.getByRole('link', { name: 'Start Earning Now' })).toBeVisible()
})

test('with a second factor a code is asked for, and what was typed is kept', async ({ page }) => {
  const toasts = await recordToasts(page)
  const { secret, ...person } = await givenBothFactors(page)
  const { code, submit, username, password } = await logIn(page, person)
  await expect(code).toBeFocused()
  await expect(page).toHaveURL('/admin-login')
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(code).toHaveAttribute('inputmode', 'numeric')
  await expect(username).toHaveCount(0)

  await submit.click()
  await expectToast(page, 'Missing Information', 'Enter the 6 digits or a recovery code')
  await code.fill('12')
  await submit.click()
  await expect(code).toHaveAccessibleDescription('Enter the 6 digits or a recovery code')
  await code.fill(codeOf(secret, -9))
  await submit.click()
  await expectToast(page, 'Login Failed', 'Wrong code, or it was used before')
  await expect(page).toHaveURL('/admin-login')

  // The first factor alone is not a failure, and no log-out is announced.
  expect(await toasts()).toEqual([
    expect.stringMatching(/^Missing Information/),
    expect.stringMatching(/^Login Failed/),
    expect.stringMatching(/^Login Failed/),
  ])

  await page.getByRole('button', { name: 'Use another account' }).click()
  await expect(username).toHaveValue(person.username)
  await expect(password).toHaveValue(person.password)
  await submit.click()
  await code.fill(codeOf(secret, 1).replace(/(\d{3})/, '$1 '))
  await submit.click()
  await expect(page).toHaveURL('/admin-dashboard')
})

// Backed by packages/core/src/admin/staff/own-staff-account.test.ts
test('a recovery code opens in place of the app, once', { tag: '@long' }, async ({ page }) => {
  const { recoveryCodes, ...person } = await givenBothFactors(page)
  for (const isFirst of [true, false]) {
    const { recovery, submit } = await logIn(page, person)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await expect(recovery).not.toHaveAttribute('inputmode', 'numeric')
    await recovery.fill(recoveryCodes[0]?.toLowerCase() ?? '')
    await submit.click()
    if (isFirst) {
      await expect(page).toHaveURL('/admin-dashboard')
      await logOutStaff(page)
    } else {
      await expectToast(page, 'Login Failed', 'Wrong code, or it was used before')
    }
  }
})

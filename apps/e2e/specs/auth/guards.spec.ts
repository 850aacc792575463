import { expect } from '@playwright/test'
import { test } from '../../support/fixtures.ts'
import { expectToast } from '../../support/toast.ts'
import { logOutStaff } from '../admin/staff.ts'

test('signed out, the pages of members ask for a log-in', { tag: '@journey' }, async ({ page }) => {
  const survey = '/survey/0b8ff8f5-3b3a-4f3c-9a3e-0d3f5d1c2b1a'
  for (const path of ['/surveys', survey, '/withdraw', '/profile', '/settings']) {
    await page.goto(path)
    await expect(page.getByText('Please sign in to continue...')).toBeVisible()
    await expect(page).toHaveURL(path)
  }
  await page.goto('/dashboard')
  await expectToast(page, 'Unauthorized', 'You are logged out. Logging in again...')
  await expect(page).toHaveURL('/login')
})

test('an address that leads nowhere says so and leads home', async ({ page }) => {
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
  await expect(page).toHaveTitle(/404 Page Not Found/)
  await page.getByRole('link', { name: 'Go to Home' }).click()
  await expect(page.getByRole('link', { name: 'Start Earning Now' })).toBeVisible()
})

test('the admin side opens to its own accounts only, which a demo shows', { tag: '@journey' }, async ({
  page,
}) => {
  for (const path of ['/admin', '/admin-dashboard']) {
    await page.goto(path)
    await expect(page).toHaveURL('/admin-login')
  }
  const submit = page.getByRole('button', { name: 'Sign In' })
  await submit.click()
  await expectToast(page, 'Missing Information', 'Please enter both username and password')
  await page.getByLabel('Username').fill('admin')
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await submit.click()
  await expectToast(page, 'Login Failed', 'Invalid username or password')

  await expect(page.getByText('admin / demo-chuma')).toBeVisible()
  await page.getByRole('button', { name: 'Fill in' }).click()
  await submit.click()
  await expect(page).toHaveURL('/admin-dashboard')
  await expect(page.getByText('Signed in as admin (owner)')).toBeVisible()
  await logOutStaff(page)
  await expect(page).toHaveURL('/admin-login')
})

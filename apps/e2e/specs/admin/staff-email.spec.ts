import { expect } from '@playwright/test'
import { test } from '../../support/fixtures.ts'
import { expectToast } from '../../support/toast.ts'
import { givenStaff, openStaff } from './staff.ts'

test('an owner sets their own address and a colleague’s, and sees which owner has none', async ({ page }) => {
  const colleague = await givenStaff(page.request, 'owner')
  const { username } = await openStaff(page, 'owner')
  await page.goto('/admin/staff')
  const row = page
    .getByRole('list', { name: 'Staff accounts' })
    .getByRole('listitem')
    .filter({ hasText: colleague.username })
  await expect(row).toContainText('This owner gets no email about changes.')
  await row.getByRole('button', { name: `Change email: ${colleague.username}` }).click()
  const dialog = page.getByRole('dialog', { name: `Email address of ${colleague.username}` })
  await dialog.getByLabel('Email address').fill('not an address')
  await dialog.getByRole('button', { name: 'Save address' }).click()
  await expect(dialog.getByLabel('Email address')).toHaveAttribute('aria-invalid', 'true')
  const email = `${colleague.username}@example.com`
  await dialog.getByLabel('Email address').fill(email)
  await dialog.getByRole('button', { name: 'Save address' }).click()
  await expect(dialog).toBeHidden()
  await expect(row).toContainText(email)
  await expect(row).not.toContainText('This owner gets no email about changes.')

  await page.goto('/admin/account')
  const own = page.getByRole('region', { name: 'Your email address' })
  await expect(own).toContainText('You get no email when staff, roles, keys, rates or partners change.')
  await own.getByLabel('Email address').fill(`${username}@example.com`)
  await own.getByRole('button', { name: 'Save address' }).click()
  await expect(own).not.toContainText('You get no email')
  await own.getByLabel('Email address').fill(`${username}@new.example.com`)
  await own.getByRole('button', { name: 'Save address' }).click()
  await expectToast(page, 'Address saved', 'The previous address gets an email about it.')
})

import { expect, type Page } from '@playwright/test'
import { openAsStaff, staffToken } from '../../support/people.ts'

/** Approve what waits under this name as the owner, in the browser of the person who asked. */
export async function approveAsSecond(page: Page, name: string) {
  await openAsStaff(page, { token: await staffToken(page.request) })
  await page.goto('/admin/approvals')
  const asked = page.getByRole('listitem', { name }).first()
  await asked.getByRole('button', { name: 'Approve' }).click()
  const dialog = page.getByRole('dialog', { name: 'Approve this change' })
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Change approved and done')).toBeVisible()
}

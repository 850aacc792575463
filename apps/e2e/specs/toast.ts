import { expect, type Page } from '@playwright/test'

/** The toast that says exactly this. */
export async function expectToast(page: Page, title: string, message: string): Promise<void> {
  const toast = page
    .getByRole('alert')
    .filter({ has: page.getByText(title, { exact: true }) })
    .filter({ has: page.getByText(message, { exact: true }) })
  await expect(toast).toBeVisible()
}

import type { Page } from '@playwright/test'

/** Choose a statement's file. */
export async function putFile(page: Page, csv: string): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'File', exact: true }).click()
  const file = { name: 'statement.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
  await (await choosing).setFiles(file)
}

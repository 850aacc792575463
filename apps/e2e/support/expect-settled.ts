import { expect, type Page } from '@playwright/test'

/** Until nothing is on its way: there is a heading, and nothing that stands for something else. */
export async function expectSettled(page: Page): Promise<void> {
  await expect(page.locator('h1').first()).toBeVisible()
  await expect(page.locator('.mantine-Skeleton-root, .mantine-Loader-root')).toHaveCount(0)
}

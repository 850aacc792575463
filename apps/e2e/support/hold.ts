import type { Page } from '@playwright/test'

/** What is asked for there waits until `release` is called. */
export async function hold(page: Page, url: string | RegExp): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(url, async (route) => {
    await released
    await route.fallback()
  })
  return release
}

import { expect, type Page } from '@playwright/test'

/** The newest toast that says exactly this: one with the same words may still be on its way out. */
export async function expectToast(page: Page, title: string, message: string): Promise<void> {
  const toast = page
    .getByRole('alert')
    .filter({ has: page.getByText(title, { exact: true }) })
    .filter({ has: page.getByText(message, { exact: true }) })
    .last()
  await expect(toast).toBeVisible()
}

/** Call it before the page is opened. Says, whenever it is asked, the titles of all toasts since the page was loaded. */
export async function recordToasts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen = new Set<Element>()
    const look = () => {
      for (const toast of document.querySelectorAll('section [role=alert]')) seen.add(toast)
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true })
    Object.assign(window, { listToasts: () => [...seen].map(({ textContent }) => textContent) })
  })
  return () => page.evaluate<string[]>('listToasts()')
}

import { expect, type Locator, type Page } from '@playwright/test'
import { askAxe } from './ask-axe.ts'

/** Two combinations of size and scheme; `npm run accessibility` checks every page in all of them. */
const PHONE = { width: 360, height: 740 }
const DESK = { width: 1280, height: 800 }
const TURNS = [
  { colorScheme: 'light', about: 'everything', size: PHONE },
  { colorScheme: 'dark', about: 'colours', size: DESK },
] as const

/** Open a page, wait for its content, and check it on a phone in light and on a desktop in dark mode. */
export async function expectAccessible(page: Page, path: string, content: Locator): Promise<void> {
  await page.goto(path)
  await expect(content).toBeVisible()
  await expectLooksAccessible(page, path)
}

/** The same for what is on screen already. */
export async function expectLooksAccessible(page: Page, name: string): Promise<void> {
  for (const { colorScheme, about, size } of TURNS) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator(`[data-mantine-color-scheme=${colorScheme}]`)).toBeVisible()
    await page.setViewportSize(size)
    // A link that was scrolled half under the bar at the top only looks too small to be hit.
    if (size === DESK) await page.evaluate(() => window.scrollTo(0, 0))
    expect.soft(await askAxe(page, about), `${name}, ${colorScheme}, ${size.width} px`).toEqual([])
    expect.soft(await page.evaluate(isTooWide), `${name} scrolls sideways`).toBe(false)
  }
}

const isTooWide = () => document.documentElement.scrollWidth > document.documentElement.clientWidth

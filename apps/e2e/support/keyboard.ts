import { expect, type Locator, type Page } from '@playwright/test'
import { findFocusProblem } from './find-focus-problem.ts'

/** Nobody walks further than this to a button. */
const MAX_STEPS = 60

/** Move there with Tab only, checking that the focus is visible at each step. */
export async function walkTo(page: Page, target: Locator, tab = 'Tab'): Promise<void> {
  for (let step = 0; step < MAX_STEPS; step++) {
    await page.keyboard.press(tab)
    // What comes in from the side is not yet where it will be.
    await expect.poll(() => findFocusProblem(page)).toBeNull()
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`${target} is more than ${MAX_STEPS} steps away`)
}

/** It has the focus, and one sees that it has. */
export async function expectAt(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeFocused()
  // A new page may still be on its way to its top.
  await expect.poll(() => findFocusProblem(page)).toBeNull()
}

/** Walks to a field, takes out what stands there and writes. */
export async function write(page: Page, field: Locator, text: string): Promise<void> {
  await walkTo(page, field)
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
}

import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Locator, type Page } from '@playwright/test'
import { keepPicture } from './keep-picture.ts'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']
/** Night changes the colours and nothing else: what does not look at them is asked by day. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']
const SIZES = [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
]

/** Opens an address and looks at it on a phone and on a desk, by day and by night, once its content is there. */
export async function expectAccessible(page: Page, path: string, content: Locator): Promise<void> {
  await page.goto(path)
  await expect(content).toBeVisible()
  await expectLooksAccessible(page, path)
}

/** The same for what is on screen already. */
export async function expectLooksAccessible(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator(`[data-mantine-color-scheme=${colorScheme}]`)).toBeVisible()
    for (const size of SIZES) {
      await page.setViewportSize(size)
      // A link that was scrolled half under the bar at the top only looks too small to be hit.
      if (size.width > 1000) await page.evaluate(() => window.scrollTo(0, 0))
      await page.waitForFunction(isStill)
      // In one page: without it every look opens a second one. Only frames of other sites would need that.
      const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode()
      // Nobody reaches what lies behind a dialog; half covered by it, it only looks too small to be hit.
      if (await page.getByRole('dialog').isVisible()) axe.include('[role=dialog]')
      const { violations } = await (colorScheme === 'light'
        ? axe.withTags(WCAG)
        : axe.withRules(OF_COLOURS)
      ).analyze()
      const found = violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
      )
      expect.soft(found, `${name}, ${colorScheme}, ${size.width} px`).toEqual([])
      if (colorScheme === 'light') await keepPicture(page, name, size.width)
    }
    const isTooWide = () => document.documentElement.scrollWidth > document.documentElement.clientWidth
    expect.soft(await page.evaluate(isTooWide), `${name} scrolls sideways`).toBe(false)
  }
}

/** A colour on its way from day to night is neither, and not what anybody reads. What turns for ever is as it is. */
const isStill = () =>
  document
    .getAnimations()
    .every(
      ({ playState, effect }) => playState === 'finished' || effect?.getComputedTiming().endTime === Infinity,
    )

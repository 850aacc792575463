import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** All that the hour of the day changes. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

/** What axe finds wrong with the page as it stands, or with the dialog before it; a line for each place. */
export async function askAxe(page: Page, about: 'everything' | 'colours'): Promise<string[]> {
  await page.waitForFunction(isStill)
  // In one page: without it every look opens a second one. Only frames of other sites would need that.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode()
  // Nobody reaches what lies behind a dialog; half covered by it, it only looks too small to be hit.
  if (await page.getByRole('dialog').isVisible()) axe.include('[role=dialog]')
  // What the tabs or the privacy notice half cover only looks too small to be hit: it can be scrolled.
  const release = await page.evaluateHandle(layBottomDown)
  const asked = about === 'everything' ? axe.withTags(WCAG) : axe.withRules(OF_COLOURS)
  const { violations } = await asked.analyze()
  await release.evaluate((restore) => restore())
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
  )
}

/** Puts what sticks to the bottom of the screen at the end of the page; the answer puts it back. */
const layBottomDown = () => {
  const isStuck = (element: HTMLElement) => ['fixed', 'sticky'].includes(getComputedStyle(element).position)
  const stuck = [...document.querySelectorAll<HTMLElement>('#content ~ *')].filter(isStuck)
  for (const { style } of stuck) Object.assign(style, { position: 'relative', inset: 'auto' })
  return () => {
    for (const element of stuck) element.removeAttribute('style')
  }
}

/** A colour on its way from day to night is neither, and not what anybody reads. What turns for ever is as it is. */
const isStill = () =>
  document
    .getAnimations()
    .every(
      ({ playState, effect }) => playState === 'finished' || effect?.getComputedTiming().endTime === Infinity,
    )

import { expect, type Page } from '@playwright/test'
import { askAxe } from '../support/ask-axe.ts'
import { findHiddenFocus } from '../support/find-focus-problem.ts'
import { findSmallTargets } from './find-small-targets.ts'
import { findUnhelpfulFields } from './find-unhelpful-fields.ts'

const HEIGHT = 740
const SCHEMES = ['light', 'dark'] as const
const WIDTHS = [1280, 360]

const softly = expect.configure({ soft: true })

type Look = {
  name: string
  /** A thumb has to hit it. The staff sit at desks. */
  isForThumbs: boolean
}

/** All checks of `npm run accessibility` for a page: light and dark, at 1280, 360 and 320 px. */
export async function lookEverywhere(page: Page, { name, isForThumbs }: Look): Promise<void> {
  const asked = new Set<string>()
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator(`html[data-mantine-color-scheme=${colorScheme}]`)).toBeAttached()
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT })
      await page.evaluate(() => window.scrollTo(0, 0))
      const seen = `${name}, ${colorScheme}, ${width} px`
      // The night that changes no markup changes nothing but colours: all that axe asks of names and roles is asked already.
      const markup = `${width}: ${await page.evaluate(() => document.body.outerHTML)}`
      expect.soft(await askAxe(page, asked.has(markup) ? 'colours' : 'everything'), seen).toEqual([])
      asked.add(markup)
      // Asked again, as below: a toast that is just leaving is under what comes in its place.
      await softly.poll(() => findHiddenFocus(page), `${seen}: the focus is seen`).toEqual([])
    }
  }
  expect.soft(await findUnhelpfulFields(page), `${name}: fields help`).toEqual([])
  if (isForThumbs) expect.soft(await findSmallTargets(page), `${name}: thumbs hit it`).toEqual([])
  await page.setViewportSize({ width: 320, height: HEIGHT })
  // A chart redraws once it knows its width.
  await softly.poll(() => findOverflow(page), `${name} scrolls sideways at 320 px`).toEqual([])
}

/** What sticks out, where the page scrolls sideways for it. */
function findOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const sticksOut = (element: Element) => element.getBoundingClientRect().right > clientWidth + 0.5
    const found = [...document.body.querySelectorAll('*')].filter(sticksOut)
    return found.map((element) => element.outerHTML.slice(0, 120)).slice(0, 5)
  })
}

import type { Page } from '@playwright/test'

type Eyes = { findRingProblem: (element: Element) => string | null; isCovered: (element: Element) => boolean }
declare global {
  interface Window {
    eyes: Eyes
  }
}

/** Why nobody sees where the focus is: no ring, one that is too faint (WCAG 1.4.11), or all of it under a bar (2.4.11). */
export async function findFocusProblem(page: Page): Promise<string | null> {
  await openEyes(page)
  return page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return 'nothing has the focus'
    const problem = window.eyes.isCovered(element) ? 'covered' : window.eyes.findRingProblem(element)
    return problem && `${problem}: ${element.outerHTML.slice(0, 160)}`
  })
}

/** The same for everything that can have the focus, one after the other. */
export async function findHiddenFocus(page: Page): Promise<string[]> {
  await openEyes(page)
  // From now on whatever gets the focus shows it.
  await page.keyboard.press('Tab')
  return page.evaluate(async () => {
    const FOCUSED =
      'a[href], button:not(:disabled), input:not(:disabled, [type=hidden]), select, textarea, summary, [tabindex="0"]'
    const top = document.querySelector('[role=dialog]') ?? document.body
    const found: string[] = []
    for (const element of top.querySelectorAll<HTMLElement>(FOCUSED)) {
      if (!element.checkVisibility({ visibilityProperty: true })) continue
      element.focus()
      if (document.activeElement !== element) continue
      // React hides in a microtask what closes when the focus leaves it.
      await null
      const problem = window.eyes.isCovered(element) ? 'covered' : window.eyes.findRingProblem(element)
      if (problem) found.push(`${problem}: ${element.outerHTML.slice(0, 160)}`)
    }
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    window.scrollTo(0, 0)
    return found
  })
}

async function openEyes(page: Page): Promise<void> {
  if (await page.evaluate(() => 'eyes' in window)) return
  await page.evaluate(lookForCover)
  await page.evaluate(lookForRing)
}

/** Whether something lies over all of it. */
function lookForCover(): void {
  const isCovered = (element: Element) => {
    // A box or a radio button is seen where its label is, around it or beside it.
    const isMark = element instanceof HTMLInputElement && ['checkbox', 'radio'].includes(element.type)
    const shown = (isMark && element.labels?.[0]) || element
    const { left, right, top, bottom } = shown.getBoundingClientRect()
    const xs = [left + 2, (left + right) / 2, right - 2]
    const ys = [top + 2, (top + bottom) / 2, bottom - 2]
    return !xs.some((x) =>
      ys.some((y) => {
        const hit = document.elementFromPoint(x, y)
        return hit !== null && (shown.contains(hit) || hit.contains(shown))
      }),
    )
  }
  Object.assign(window, { eyes: { isCovered } })
}

/** The ring around it, or around what stands for it, and how far it differs from what is behind. */
function lookForRing(): void {
  const colourOf = (text: string) => {
    const [r = 0, g = 0, b = 0, a = 1] = text.match(/[\d.]+/g)?.map(Number) ?? []
    return [r, g, b, a]
  }
  const groundOf = (element: Element) => {
    const layers: number[][] = []
    for (let one: Element | null = element; one; one = one.parentElement) {
      layers.push(colourOf(getComputedStyle(one).backgroundColor))
      if (layers.at(-1)?.[3] === 1) break
    }
    return layers.reduceRight((below, [r = 0, g = 0, b = 0, a = 0]) =>
      [r, g, b].map((part, index) => part * a + (below[index] ?? 255) * (1 - a)),
    )
  }
  const brightness = (colour: number[]) => {
    const [r = 0, g = 0, b = 0] = colour.map((part) =>
      part <= 10.31475 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    )
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05
  }
  const contrastOf = (element: Element) => {
    const { outlineStyle, outlineWidth, outlineColor, outlineOffset } = getComputedStyle(element)
    if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2) return []
    const isInside = Number.parseFloat(outlineOffset) < 0
    const ring = brightness(colourOf(outlineColor))
    const ground = brightness(groundOf(isInside ? element : (element.parentElement ?? element)))
    return [Math.max(ring, ground) / Math.min(ring, ground)]
  }
  const findRingProblem = (element: Element) => {
    const shown = [element, element.closest('label'), element.parentElement, element.nextElementSibling]
    const contrasts = shown.flatMap((one) => (one ? contrastOf(one) : []))
    if (contrasts.length === 0) return 'no ring'
    const best = Math.max(...contrasts)
    return best < 3 ? `a ring of ${best.toFixed(2)}` : null
  }
  Object.assign(window.eyes, { findRingProblem })
}

import type { Page } from '@playwright/test'

/** What a thumb would miss, with its size: whatever can be pressed and is lower or narrower than 44 px, words in a text aside. */
export function findSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const LEAST = 44
    const PRESSED =
      'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=tab], [role=button]'
    const top = document.querySelector('[role=dialog]') ?? document.body
    return [...top.querySelectorAll<HTMLElement>(PRESSED)].flatMap((element) => {
      const { width, height } = areaOf(element)
      const isHit = width >= LEAST - 0.5 && height >= LEAST - 0.5
      if (isHit || !isShown(element) || isInText(element)) return []
      return [`${Math.round(width)} × ${Math.round(height)}: ${element.outerHTML.slice(0, 160)}`]
    })

    /** A box or a radio button is hit wherever its label is. */
    function areaOf(element: HTMLElement) {
      const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
      const field = element.closest('.mantine-PasswordInput-input') ?? element
      const boxes = [field, ...labels].map((one) => one.getBoundingClientRect())
      const isMark = element.matches('[type=checkbox], [type=radio]')
      // A link around a card or a row counts as the whole of it.
      const after = getComputedStyle(element, '::after')
      const isStretched = after.position === 'absolute' && after.inset === '0px'
      if (isStretched && element.offsetParent) boxes.push(element.offsetParent.getBoundingClientRect())
      const counted = isMark || isStretched ? boxes : boxes.slice(0, 1)
      return {
        width: Math.max(...counted.map((box) => box.width)),
        height: Math.max(...counted.map((box) => box.height)),
      }
    }

    function isShown(element: HTMLElement) {
      // What is drawn of a box or a radio button is often its label alone.
      const isMark = element.matches('[type=checkbox], [type=radio]')
      const { width, height } = isMark ? areaOf(element) : element.getBoundingClientRect()
      const isSeen = element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      return (isSeen || isMark) && width > 1 && height > 1
    }

    /** WCAG lets a link be as high as the line that it stands in. */
    function isInText(element: HTMLElement) {
      if (getComputedStyle(element).display !== 'inline') return false
      const line = element.parentElement?.textContent?.trim() ?? ''
      return line.length > (element.textContent?.trim().length ?? 0)
    }
  })
}

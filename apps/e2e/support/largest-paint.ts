import { expect, type Page } from '@playwright/test'
import { expectSettled } from './expect-settled.ts'
import { hold } from './hold.ts'

type Paint = { text: string; when: 'in the markup' | 'before the answers' | 'with the answers' }

/** Open a page, hold its answers back until it has been painted, and read which text was the largest in the end. */
export async function readLargestPaint(page: Page, path: string): Promise<Paint> {
  const release = await hold(page, '**/trpc/**')
  await page.goto(path)
  await expect(page.locator('html')).not.toHaveAttribute('data-unready')
  // Hidden in a markup that is not in the reader's language.
  await expect(page.locator('[data-loading-user]')).toBeVisible()
  await page.evaluate(notePaintedElements)
  release()
  await expectSettled(page)
  const largest = await page.evaluate(coverAndReadLargest)
  await page.unrouteAll({ behavior: 'wait' })
  return largest
}

/** Note which elements a page brings in its markup; for `addInitScript`. */
export function noteElementsOfMarkup(): void {
  document.addEventListener('DOMContentLoaded', () => {
    Object.assign(window, { ofMarkup: new WeakSet(document.querySelectorAll('body *')) })
  })
}

function notePaintedElements(): void {
  Object.assign(window, { beforeAnswers: new WeakSet(document.querySelectorAll('body *')) })
}

/**
 * The browser reports a paint some time after it. What is painted last here is larger than everything else, so once it
 * is reported, so is the rest.
 */
function coverAndReadLargest(): Promise<Paint> {
  const cover = document.createElement('p')
  cover.textContent = 'All of it. '.repeat(500)
  Object.assign(cover.style, { position: 'fixed', inset: '0', zIndex: '1000', overflow: 'hidden' })
  return new Promise((resolve) => {
    let largest: Element | null = null
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { element } = entry as PerformanceEntry & { element: Element | null }
        if (element === cover) resolve(name(largest))
        else largest = element
      }
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    requestAnimationFrame(() => requestAnimationFrame(() => document.body.append(cover)))
  })

  function name(element: Element | null): Paint {
    const isIn = (set: string) => element?.isConnected && Reflect.get(window, set)?.has(element)
    return {
      text: element?.textContent ?? '',
      when: isIn('ofMarkup')
        ? 'in the markup'
        : isIn('beforeAnswers')
          ? 'before the answers'
          : 'with the answers',
    }
  }
}

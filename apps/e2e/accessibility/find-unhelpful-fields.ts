import type { Page } from '@playwright/test'

/** Fields that say that they are wrong and not why (WCAG 3.3.1), and such about oneself that a browser cannot fill in (1.3.5). */
export function findUnhelpfulFields(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const describes = (id: string) => document.getElementById(id)?.textContent?.trim()
    const found = [...document.querySelectorAll('[aria-invalid=true]')].flatMap((field) => {
      const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
      return ids.some(describes) ? [] : [`does not say what is wrong: ${field.outerHTML.slice(0, 160)}`]
    })
    const about = 'input:is([type=email], [type=tel], [type=password]):not([autocomplete])'
    for (const field of document.querySelectorAll(about))
      found.push(`cannot be filled in: ${field.outerHTML.slice(0, 160)}`)
    return found
  })
}

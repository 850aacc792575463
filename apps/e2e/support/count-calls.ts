import type { Page } from '@playwright/test'

/** Says, whenever it is asked, how often the page has called this procedure. */
export function countCalls(page: Page, procedure: string): () => number {
  let calls = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === `/trpc/${procedure}`) calls += 1
  })
  return () => calls
}

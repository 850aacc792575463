import { test as base, type ConsoleMessage, expect, type Page } from '@playwright/test'

const WORKER_BLOCKED = 'Service Worker registration blocked by Playwright'

/** Until a member's page has its last part, the one that starts the service worker. To be called before it is opened. */
export async function untilWhole(page: Page): Promise<void> {
  await page.waitForEvent('console', (entry) => entry.text() === WORKER_BLOCKED)
}

/** Pages whose consoles must stay clean: a refused script or a React warning is a failure like any other. */
export const test = base.extend({
  context: async ({ context }, use) => {
    const problems: string[] = []
    context.on('console', (entry) => {
      if (['error', 'warning'].includes(entry.type()) && !isExpected(entry)) problems.push(entry.text())
    })
    context.on('weberror', (error) => problems.push(String(error.error())))
    await use(context)
    // A page asks on to its last moment; an answer that is still being changed for it is of no interest any more.
    await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })))
    expect(problems).toEqual([])
  },
})

/**
 * A refused call, or a page that is not there, says so itself; the browser's own line about it is no problem. Neither is that of
 * the configuration, which keeps service workers out.
 */
function isExpected(entry: ConsoleMessage): boolean {
  if (entry.text() === WORKER_BLOCKED) return true
  return (
    /^Failed to load resource/.test(entry.text()) &&
    /\/(trpc\/|api\/|no\/such\/|nowhere$)/.test(entry.location().url)
  )
}

/** Each failed test costs a worker; five digits leave a thousand people for each worker. */
const MAX_WORKERS = 100

let numbers = 0

/**
 * Unlike any other address and number of this run, however many workers make them. The end of the number is what the
 * M-Pesa simulator goes by: 900 is paid without any trouble.
 */
export function newPerson({ mpesaSuffix = '900' } = {}) {
  // Side by side, not in blocks: a worker that makes more people than a block holds would go on in the next one's.
  const unique = String(numbers++ * MAX_WORKERS + test.info().workerIndex).padStart(5, '0')
  return {
    email: `person${unique}@example.com`,
    mpesaNumber: `07${unique}${mpesaSuffix}`,
    password: 'maji-safi-9',
  }
}

export type Person = ReturnType<typeof newPerson>

import { test as base, expect } from '@playwright/test'

/** A page whose console must stay clean: a refused script or a React warning is a failure like any other. */
export const test = base.extend({
  page: async ({ page }, use) => {
    const problems: string[] = []
    page.on('console', (entry) => {
      // A refused call is shown to the person by the page itself; the browser's own line about it is no problem.
      const isRefusedCall = /^Failed to load resource/.test(entry.text())
      if (['error', 'warning'].includes(entry.type()) && !isRefusedCall) problems.push(entry.text())
    })
    page.on('pageerror', (error) => problems.push(String(error)))
    await use(page)
    expect(problems).toEqual([])
  },
})

let numbers = 0

/** Unlike any other address and number of this run, however many workers make them. */
export function newPerson() {
  const unique = `${test.info().workerIndex}${Date.now() % 1_000_000}${numbers++}`.slice(-7).padStart(7, '0')
  return { email: `person${unique}@example.com`, mpesaNumber: `071${unique}`, password: 'maji-safi-9' }
}

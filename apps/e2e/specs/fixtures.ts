import { test as base, type ConsoleMessage, expect } from '@playwright/test'

/** Pages whose consoles must stay clean: a refused script or a React warning is a failure like any other. */
export const test = base.extend({
  context: async ({ context }, use) => {
    const problems: string[] = []
    context.on('console', (entry) => {
      if (['error', 'warning'].includes(entry.type()) && !isRefusedCall(entry)) problems.push(entry.text())
    })
    context.on('weberror', (error) => problems.push(String(error.error())))
    await use(context)
    expect(problems).toEqual([])
  },
})

/** A refused call is shown to the person by the page itself; the browser's own line about it is no problem. */
function isRefusedCall(entry: ConsoleMessage): boolean {
  return /^Failed to load resource/.test(entry.text()) && /\/(trpc|api)\//.test(entry.location().url)
}

let numbers = 0

/**
 * Unlike any other address and number of this run, however many workers make them. The end of the number is what the
 * M-Pesa simulator goes by: 900 is paid without any trouble.
 */
export function newPerson({ mpesaSuffix = '900' } = {}) {
  const unique = String(test.info().workerIndex * 250 + numbers++).padStart(5, '0')
  return {
    email: `person${unique}@example.com`,
    mpesaNumber: `07${unique}${mpesaSuffix}`,
    password: 'maji-safi-9',
  }
}

export type Person = ReturnType<typeof newPerson>

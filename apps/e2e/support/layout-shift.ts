import { expect, type Page, type Request } from '@playwright/test'
import { expectSettled } from './expect-settled.ts'

const STREAM = /\/trpc\/[\w.]*\.on[A-Z]/

/** Opens one page after another and lets nothing move while they are loaded. */
export async function expectNoShifts(page: Page, paths: readonly string[]): Promise<void> {
  const { listShifts } = await watchShifts(page)
  for (const path of paths) {
    await page.goto(path)
    await expectSettled(page)
    expect.soft(await listShifts(), path).toEqual([])
  }
}

/**
 * Notes every shift that no finger caused, in each page that is opened here from now on. Every answer waits until what
 * stands in for it has been painted, as on a slow network; news is kept away, as the network would never fall silent.
 */
async function watchShifts(page: Page): Promise<{ listShifts: () => Promise<string[]> }> {
  const underWay = new Set<Request>()
  page.on('request', (request) => underWay.add(request))
  page.on('requestfinished', (request) => underWay.delete(request))
  page.on('requestfailed', (request) => underWay.delete(request))
  await page.addInitScript(noteShifts)
  await page.route('**/trpc/**', async (route) => {
    if (STREAM.test(route.request().url())) return route.abort()
    await paint(page)
    await route.continue()
  })
  return {
    listShifts: async () => {
      // What has come may ask for more when it is painted.
      for (const _ of ['all', 'what it asked for']) {
        await expect.poll(() => [...underWay].map((request) => request.url())).toEqual([])
        await paint(page)
      }
      return page.evaluate(() => Reflect.get(window, 'shifts'))
    },
  }
}

async function paint(page: Page): Promise<void> {
  // A page that is left meanwhile paints nothing more.
  await page
    .evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    .catch(() => undefined)
}

function noteShifts(): void {
  type Source = { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }
  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: Source[] }
  const shifts: string[] = []
  Object.assign(window, { shifts })
  const nameOf = (node: Node | null) =>
    node instanceof Element ? `${node.tagName}.${node.className}` : node?.textContent
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
      if (hadRecentInput) continue
      const moved = sources.map(({ node, previousRect: from, currentRect: to }) => {
        return `${nameOf(node)} ${from.x},${from.y},${from.height} > ${to.x},${to.y},${to.height}`
      })
      shifts.push(`${value.toFixed(4)}: ${moved.join('; ')}`)
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

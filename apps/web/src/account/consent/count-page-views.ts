import { PAGE_ROUTES, type PageRoute } from '@chuma/contract/page-routes'
import type { Router } from '../../router.ts'
import { findConsent } from './consent.ts'

const COUNTED: ReadonlySet<string> = new Set(PAGE_ROUTES)

/**
 * Tells the server, once for each page that is opened, which it was: the pattern of its address, without who opened it.
 * Nobody who has not agreed is counted, and whoever takes his consent back is not from that moment on.
 */
export function countPageViews(router: Router): void {
  // Asked when a page is opened too: whoever agrees while it is still being drawn had not agreed to that one.
  let mayCount = false
  router.subscribe('onBeforeLoad', () => {
    mayCount = hasAgreed()
  })
  router.subscribe('onResolved', ({ pathChanged }) => {
    const page = router.state.matches.at(-1)
    // Where there is no page, the root stands alone, and its address is that of the start page.
    if (!pathChanged || !page || page.routeId === '__root__') return
    if (isCounted(page.fullPath) && mayCount && hasAgreed()) send(page.fullPath)
  })
}

const hasAgreed = () => findConsent()?.isGiven === true

function isCounted(route: string): route is PageRoute {
  return COUNTED.has(route)
}

/** A plain call, without the token that would say who it is; `keepalive` lets it outlive the page. */
function send(route: PageRoute): void {
  fetch('/api/page-views', {
    method: 'POST',
    credentials: 'omit',
    keepalive: true,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ route }),
  }).catch(ignore)
}

/** One page less in the count: nothing that a reader could do about it. */
function ignore() {}

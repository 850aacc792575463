import { PAGE_ROUTES, type PageRoute } from '@chuma/contract/page-routes'
import type { Router } from '../../router.ts'
import { findConsent } from './consent.ts'

const COUNTED: ReadonlySet<string> = new Set(PAGE_ROUTES)

/**
 * Report each opened page to the server: the pattern of its address, without saying who opened it. Nothing is reported
 * without consent, nor after consent is withdrawn.
 */
export function countPageViews(router: Router): void {
  // Consent must already exist when the page opens: a page still rendering when the reader agrees is not counted.
  let mayCount = false
  router.subscribe('onBeforeLoad', () => {
    mayCount = hasAgreed()
  })
  router.subscribe('onResolved', ({ pathChanged }) => {
    const page = router.state.matches.at(-1)
    // On an unknown address the root matches alone, with the start page's address.
    if (!pathChanged || !page || page.routeId === '__root__') return
    if (isCounted(page.fullPath) && mayCount && hasAgreed()) send(page.fullPath)
  })
}

const hasAgreed = () => findConsent()?.isGiven === true

function isCounted(route: string): route is PageRoute {
  return COUNTED.has(route)
}

/** A plain call without a token, so that it is anonymous; `keepalive` lets it outlive the page. */
function send(route: PageRoute): void {
  fetch('/api/page-views', {
    method: 'POST',
    credentials: 'omit',
    keepalive: true,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ route }),
  }).catch(ignore)
}

/** A lost count is not worth telling the reader about. */
function ignore() {}

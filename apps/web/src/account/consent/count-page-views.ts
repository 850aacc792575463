import { PAGE_ROUTES, type PageRoute } from '@chuma/contract/page-routes'
import type { Router } from '../../router.ts'
import { findConsent } from './consent.ts'
import { sendPageView } from './send-page-view.ts'

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
    if (isCounted(page.fullPath) && mayCount && hasAgreed()) sendPageView(page.fullPath)
  })
}

const hasAgreed = () => findConsent()?.isGiven === true

function isCounted(route: string): route is PageRoute {
  return COUNTED.has(route)
}

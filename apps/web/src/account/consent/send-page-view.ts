import type { PageRoute } from '@chuma/contract/page-routes'

/**
 * Report an opened page. A plain call without a token, so that it is anonymous; `keepalive` lets it outlive the page.
 */
export function sendPageView(route: PageRoute): void {
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

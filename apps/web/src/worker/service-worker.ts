import {
  addPlugins,
  addRoute,
  cleanupOutdatedCaches,
  getCacheKeyForURL,
  matchPrecache,
  precache,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { renewNonce } from './renew-nonce.ts'

declare const self: ServiceWorkerGlobalScope
/** From the build: what is kept on the device, the pages that it is enough for, and the app's own page among the files. */
declare const __KEPT_FILES__: { url: string; revision: string | null }[]
declare const __PAGES__: string[]
declare const __SHELL__: string

/** On a network that is no more than a word a page waits this long before what is kept here opens it. */
const PATIENCE_MS = 5000

cleanupOutdatedCaches()
// The server sends a page only to whoever says that he wants one.
addPlugins([
  {
    requestWillFetch: async ({ request }) =>
      request.url.endsWith(__SHELL__) ? new Request(request, { headers: { accept: 'text/html' } }) : request,
  },
])
precache(__KEPT_FILES__)
addRoute({ directoryIndex: '', cleanURLs: false, ignoreURLParametersMatching: [] })

// Members' and visitors' pages and nothing else: every other address goes past this worker as if there were none.
const allowlist = __PAGES__.map((page) => new RegExp(page))
registerRoute(new NavigationRoute(({ request }) => openPage(request), { allowlist }))

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
// A new version waits until the member wants it.
self.addEventListener('message', (event) => {
  if (event.data?.type === 'SKIP_WAITING') void self.skipWaiting()
  if (event.data?.type === 'KEEP') event.waitUntil(keepWhatIsMissing().catch(() => undefined))
})

/** A log-out removes the files. A browser may take up the worker that it knows after that, without installing it anew. */
async function keepWhatIsMissing(): Promise<void> {
  const cache = await caches.open(`workbox-precache-v2-${self.registration.scope}`)
  for (const { url } of __KEPT_FILES__) {
    const key = getCacheKeyForURL(url)
    if (!key || (await cache.match(key))) continue
    const answer = await fetch(url, url === __SHELL__ ? { headers: { accept: 'text/html' } } : {})
    if (answer.ok) await cache.put(key, answer)
  }
}

/** As the server sends it; where no answer comes, the app's page as it is kept here. */
async function openPage(request: Request): Promise<Response> {
  const answer = fetch(request)
  // Whichever of the two it becomes, an answer that fails later is nobody's concern any more.
  answer.catch(() => undefined)
  const inTime = await Promise.race([answer, afterPatience()]).catch(() => null)
  if (inTime) return inTime
  const shell = await matchPrecache(__SHELL__)
  return shell ? renewNonce(shell) : answer
}

function afterPatience(): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), PATIENCE_MS))
}

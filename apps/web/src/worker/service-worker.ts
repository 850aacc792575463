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
/** From the build: the files to cache, the pages that they can show, and the app shell among the files. */
declare const __KEPT_FILES__: { url: string; revision: string | null }[]
declare const __PAGES__: string[]
declare const __SHELL__: string

/** How long a page on a poor network waits before the cached shell opens it. */
const PATIENCE_MS = 5000

cleanupOutdatedCaches()
// The server sends the page only to requests that accept HTML.
addPlugins([
  {
    requestWillFetch: async ({ request }) =>
      request.url.endsWith(__SHELL__) ? new Request(request, { headers: { accept: 'text/html' } }) : request,
  },
])
precache(__KEPT_FILES__)
addRoute({ directoryIndex: '', cleanURLs: false, ignoreURLParametersMatching: [] })

// Members' and visitors' pages only; every other address bypasses this worker.
const allowlist = __PAGES__.map((page) => new RegExp(page))
registerRoute(new NavigationRoute(({ request }) => openPage(request), { allowlist }))

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
// A new version waits for the member's consent.
self.addEventListener('message', (event) => {
  if (event.data?.type === 'SKIP_WAITING') void self.skipWaiting()
  if (event.data?.type === 'KEEP') event.waitUntil(keepWhatIsMissing().catch(() => undefined))
  if (event.data?.type === 'FORGET') event.waitUntil(forgetFiles())
})

/**
 * Restore missing files. A log-out deletes the caches, and afterwards the browser may reuse this worker without
 * reinstalling it.
 */
async function keepWhatIsMissing(): Promise<void> {
  const cache = await caches.open(`workbox-precache-v2-${self.registration.scope}`)
  for (const { url } of __KEPT_FILES__) {
    const key = getCacheKeyForURL(url)
    if (!key || (await cache.match(key))) continue
    const answer = await fetch(url, url === __SHELL__ ? { headers: { accept: 'text/html' } } : {})
    if (answer.ok) await cache.put(key, answer)
  }
}

/**
 * A log-out. Messages come in their order, so a cache that an earlier one opened goes too; what activates this worker
 * opens one last.
 */
async function forgetFiles(): Promise<void> {
  const worker = self.serviceWorker
  if (worker.state === 'activating')
    await new Promise((resolve) => worker.addEventListener('statechange', resolve, { once: true }))
  for (const name of await caches.keys()) await caches.delete(name)
}

/** Open a page from the server; without an answer, from the cached shell. */
async function openPage(request: Request): Promise<Response> {
  const answer = fetch(request)
  // A failure after the cached shell was used is irrelevant.
  answer.catch(() => undefined)
  const inTime = await Promise.race([answer, afterPatience()]).catch(() => null)
  if (inTime) return inTime
  const shell = await matchPrecache(__SHELL__)
  return shell ? renewNonce(shell) : answer
}

function afterPatience(): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), PATIENCE_MS))
}

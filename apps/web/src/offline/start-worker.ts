import { messageSW, Workbox } from 'workbox-window'

const HOUR_MS = 3_600_000

/** What the worker fetches ahead would share a slow network with what a member is waiting for. */
const UNTIL_PAGE_RESTS_MS = 3000

/**
 * Registers the service worker once the page has had the time to get what it shows. `onWaiting` gets what puts a version that
 * waits in the place of this one and loads the page anew. Answers how to stop listening; the worker stays.
 */
export function startWorker(onWaiting: (apply: () => void) => void): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined
  const worker = new Workbox('/sw.js', { scope: '/', updateViaCache: 'none' })
  const tell = () =>
    onWaiting(() => {
      worker.addEventListener('controlling', () => location.reload())
      worker.messageSkipWaiting()
    })
  worker.addEventListener('waiting', tell)
  const lookAgain = lookNowAndThen(() => worker.update().catch(ignore))
  document.addEventListener('visibilitychange', lookAgain)
  const register = async () => {
    const registration = await worker.register()
    if (registration?.active) void messageSW(registration.active, { type: 'KEEP' })
  }
  const waiting = setTimeout(() => void register().catch(ignore), UNTIL_PAGE_RESTS_MS)
  return () => {
    clearTimeout(waiting)
    worker.removeEventListener('waiting', tell)
    document.removeEventListener('visibilitychange', lookAgain)
  }
}

/** An installed app is seldom loaded anew: it looks for a new version when it is opened again, at most once an hour. */
function lookNowAndThen(look: () => void): () => void {
  let lookedAt = Date.now()
  return () => {
    if (document.visibilityState !== 'visible' || Date.now() - lookedAt < HOUR_MS) return
    lookedAt = Date.now()
    look()
  }
}

/** A browser that keeps nothing has the pages all the same. */
function ignore() {}

import { Button } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { messageSW, Workbox } from 'workbox-window'
import { useT } from '../i18n/use-t.ts'
import { FootBar } from './offline.tsx'

/**
 * Starts the service worker. Asks the member when a new version waits; the page never reloads without their consent.
 */
export function WorkerBar() {
  const t = useT()
  const [update, setUpdate] = useState<{ apply: () => void } | null>(null)
  // Do not interrupt a survey.
  const isAnswering = useLocation({ select: ({ pathname }) => /^\/survey(-form|\/)/.test(pathname) })
  useEffect(() => startWorker((apply) => setUpdate({ apply })), [])
  return (
    <FootBar
      text={update && !isAnswering ? t('update.ready') : null}
      action={
        <>
          <Button onClick={update?.apply}>{t('update.reload')}</Button>
          <Button variant="default" onClick={() => setUpdate(null)}>
            {t('update.later')}
          </Button>
        </>
      }
    />
  )
}

const HOUR_MS = 3_600_000

/** The worker's downloads would compete with the page's on a slow network. */
const UNTIL_PAGE_RESTS_MS = 3000

/**
 * Register the service worker once the page has had time to load. `onWaiting` receives a function that activates the
 * waiting version and reloads the page. Returns a function that stops listening; the worker stays.
 */
function startWorker(onWaiting: (apply: () => void) => void): () => void {
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
  let isStopped = false
  const register = async () => {
    const registration = await worker.register()
    if (registration?.active && !isStopped) void messageSW(registration.active, { type: 'KEEP' })
  }
  const waiting = setTimeout(() => void register().catch(ignore), UNTIL_PAGE_RESTS_MS)
  return () => {
    isStopped = true
    clearTimeout(waiting)
    worker.removeEventListener('waiting', tell)
    document.removeEventListener('visibilitychange', lookAgain)
  }
}

/** An installed app is rarely reloaded, so check for a new version when it is reopened, at most once an hour. */
function lookNowAndThen(look: () => void): () => void {
  let lookedAt = Date.now()
  return () => {
    if (document.visibilityState !== 'visible' || Date.now() - lookedAt < HOUR_MS) return
    lookedAt = Date.now()
    look()
  }
}

/** Without a service worker the pages still work online. */
function ignore() {}

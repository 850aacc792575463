import './global.css'
import 'virtual:theme.css'
import { setNonce } from 'get-nonce'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { countPageViews } from './account/consent/consent.ts'
import { App } from './app/app.tsx'
import { beginTakeOver, stopKeepingPresses } from './app/take-over.ts'
import { getUserToken, prerenderFor } from './auth/session.ts'
import { startLanguage } from './i18n/i18n.ts'
import { createAppRouter } from './router.ts'
import { pageNonce } from './site/from-server.ts'
import { nameMissingParts } from './ui/page/status-screens.tsx'

// For the style elements that Mantine's dialogs insert while they are open.
setNonce(pageNonce)

// Zod would try whether it may use eval. The content policy refuses that, and the browser would report it to us.
const own: { __zod_globalConfig?: { jitless?: boolean } } = globalThis as object
own.__zod_globalConfig = Object.assign(own.__zod_globalConfig ?? {}, { jitless: true })

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
// Not awaited: the page chunks import this module, so they would wait for each other.
void start(root, takeLinkToken())

async function start(root: HTMLElement, linkToken: string | null): Promise<void> {
  nameMissingParts()
  // Hydrated as a transition, so that the page stays responsive to touch.
  await nextTask()
  const router = createAppRouter()
  if (getUserToken()) new Worker(new URL('./i18n/warm-up.ts', import.meta.url), { type: 'module' })
  countPageViews(router)
  await startLanguage(document.documentElement)
  const app = (
    <StrictMode>
      <App router={router} linkToken={linkToken} />
    </StrictMode>
  )
  if (linkToken === null && isAsPrerendered(root)) {
    // The lazily loaded parts are already in the markup.
    router.ssr = { manifest: undefined }
    prerenderFor(getUserToken())
    beginTakeOver()
    await nextTask()
    await router.load()
    await nextTask()
    startTransition(() => {
      hydrateRoot(root, app, {
        // A hydration mismatch: logged to the console, where the browser tests find it.
        onRecoverableError: (error) => reportError(error),
      })
    })
    return
  }
  root.replaceChildren()
  stopKeepingPresses()
  delete root.dataset.prerendered
  delete root.dataset.for
  startTransition(() => createRoot(root).render(app))
}

/** A page that says until when an account can be kept. */
function hasState(): boolean {
  return history.state?.deletionDueAt !== undefined
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

/**
 * Whether this reader would get the same page as the prerendered one: in its language, at an address without special
 * parameters or state. The 404 page was rendered with a member page's frame; the staff side has another.
 */
function isAsPrerendered({ dataset: { prerendered, for: reader } }: HTMLElement): boolean {
  const { dataset } = document.documentElement
  if (dataset.other !== reader || (getUserToken() !== null) !== (reader === 'member')) return false
  if (prerendered === '404') return !location.pathname.startsWith('/admin')
  return prerendered === location.pathname && location.search === '' && !hasState()
}

/**
 * Take the one-time token of a mailed link (`?token=`) from the address and remove it there: it must not be bookmarked,
 * shared, sent as a referrer or redeemed again by a reload.
 */
function takeLinkToken(): string | null {
  const address = new URL(location.href)
  const token = address.searchParams.get('token')
  if (token === null) return null
  address.searchParams.delete('token')
  history.replaceState(history.state, '', address)
  return token
}

import { followLanguage, openIn } from './follow-language.ts'
import { rememberConsent } from './remember-consent.ts'
import { watchToasts } from './show-toast.ts'
import { turnStories } from './turn-stories.ts'
import { watchLinks } from './watch-links.ts'
import { watchMenu } from './watch-menu.ts'
import { watchSession } from './watch-session.ts'

/** How the page's own script loads the application (`plugins/start-after-paint.ts`). */
declare const __APP__: {
  /** Start it on this page. */
  start: () => void
  /** Fetch its files without running them. */
  preload: () => void
}

/**
 * Everything that moves on a public page for visitors: menu, privacy notice, language, stories, and the toast area's
 * key. The application is fetched when a visitor points at a link into it, and runs on the page that the link opens.
 */
function wakePage(): void {
  delete document.documentElement.dataset.unready
  watchMenu()
  rememberConsent()
  watchLinks(__APP__.preload)
  watchSession()
  turnStories()
  followLanguage()
  watchToasts()
  // Once all of this script has run.
  queueMicrotask(pressAgain)
  const { dataset, lang } = document.documentElement
  if (dataset.other === undefined) return
  // The page came in another language than this browser has chosen. If that was asked for, there is no such page.
  if (dataset.asked === undefined) openIn(lang)
  else __APP__.start()
}

/** Repeat the button press that the script in index.html kept. */
function pressAgain(): void {
  const pressed = document.querySelector<HTMLElement>('[data-pressed]')
  pressed?.removeAttribute('data-pressed')
  pressed?.click()
}

wakePage()

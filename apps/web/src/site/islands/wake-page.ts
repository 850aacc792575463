import { findConsent, saveConsent, sendPageView, takeEarlyAnswer } from '../../account/consent/consent.ts'
import { STATIC_PAGES } from '../open-places.ts'
import { watchToasts } from './show-toast.ts'

/** How the page's own script loads the application (`plugins/page-head.ts`). */
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

/** Fetch the application when a visitor is about to follow a link into it. */
function watchLinks(preload: () => void): void {
  const consider = ({ target }: Event) => {
    if (!(target instanceof Element)) return
    const link = target.closest('a')
    if (link?.origin === location.origin && link.pathname !== location.pathname) preload()
  }
  for (const sign of ['pointerover', 'touchstart', 'focusin'])
    addEventListener(sign, consider, { passive: true })
}

/** Fold and unfold the navigation on phones. */
function watchMenu(): void {
  addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return
    const button = target.closest('[aria-controls="main-menu"]')
    if (button instanceof HTMLElement) setOpen(button, button.ariaExpanded !== 'true')
  })
}

function setOpen(button: HTMLElement, isOpen: boolean): void {
  button.ariaExpanded = String(isOpen)
  button.ariaLabel = (isOpen ? button.dataset.labelOpen : button.dataset.labelClosed) ?? null
  document.getElementById('main-menu')?.setAttribute('data-open', String(isOpen))
}

const USER_TOKEN = 'userToken'
const LANGUAGE = 'language'

/** Open the page again once someone has signed in: it is different for members. */
function watchSession(): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === USER_TOKEN && newValue) location.reload()
  })
  // Shown again from the browser's memory, the page may be out of date.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    const language = localStorage.getItem(LANGUAGE)
    const isOtherLanguage = language !== null && language !== document.documentElement.lang
    if (localStorage.getItem(USER_TOKEN) || isOtherLanguage) location.reload()
  })
}

/** Where the application keeps it too (`i18n/choose-language.ts`). */
const KEPT = 'language'

/** Open the page again in another language when a visitor presses one. */
function followLanguage(): void {
  addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return
    const button = target.closest('button[lang]')
    if (!(button instanceof HTMLButtonElement) || button.ariaPressed === 'true') return
    if (!navigator.onLine) return sayFailed(button.closest('fieldset'))
    localStorage.setItem(KEPT, button.lang)
    openIn(button.lang)
  })
}

/** Ask the server for this page in a language. The script in index.html takes the parameter from the address again. */
function openIn(language: string): void {
  location.search = `?lang=${language}`
}

/** Leaving the page without a network would lose it. */
function sayFailed(group: HTMLElement | null): void {
  group?.querySelector('[role=alert]')?.remove()
  const alert = document.createElement('span')
  alert.role = 'alert'
  alert.textContent = group?.dataset.failed ?? ''
  group?.append(alert)
}

/** Keep the answer to the privacy notice, and count this page if it was agreed to before the page opened. */
function rememberConsent(): void {
  // Before an answer that was given on this page is kept: only the next page counts.
  countView()
  hideAnswered()
  keepAnswer()
  // The script in index.html notes the answer first: it listens from the page's beginning.
  addEventListener('click', keepAnswer, { capture: true })
  addEventListener('storage', hideAnswered)
  addEventListener('pageshow', ({ persisted }) => {
    // Shown again from the browser's memory.
    if (!persisted) return
    hideAnswered()
    countView()
  })
}

function countView(): void {
  const page = STATIC_PAGES.find((path) => path === location.pathname)
  if (page && findConsent()?.isGiven) sendPageView(page)
}

function keepAnswer(): void {
  const isGiven = takeEarlyAnswer()
  if (isGiven === null) return
  saveConsent({ isGiven, isFromAccount: false })
  hideAnswered()
}

function hideAnswered(): void {
  if (findConsent() === null) return
  delete document.documentElement.dataset.unasked
  document.querySelector('[data-early]')?.remove()
}

const SHOWN_MS = 5000

/** Show the success stories in turn, as `site/landing/success-stories.tsx` does in the application. */
function turnStories(): void {
  const section = document.querySelector<HTMLElement>('[data-stories]')
  if (!section) return
  const stories = [...section.querySelectorAll<HTMLElement>('figure')]
  const dots = [...section.querySelectorAll<HTMLElement>('[data-dot]')]
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  let index = 0
  let isPointedAt = false
  let isFocused = false
  let timer: number | undefined
  const wait = () => {
    clearTimeout(timer)
    if (isCalm || isPointedAt || isFocused) return
    timer = window.setTimeout(() => show((index + 1) % stories.length), SHOWN_MS)
  }
  const show = (next: number) => {
    index = next
    for (const [place, story] of stories.entries()) {
      story.ariaHidden = String(place !== index)
      story.dataset.shown = String(place === index)
    }
    for (const [place, dot] of dots.entries()) dot.ariaCurrent = String(place === index)
    wait()
  }
  for (const [place, dot] of dots.entries()) dot.addEventListener('click', () => show(place))
  section.addEventListener('pointerenter', () => {
    isPointedAt = true
    wait()
  })
  section.addEventListener('pointerleave', () => {
    isPointedAt = false
    wait()
  })
  section.addEventListener('focusin', () => {
    isFocused = true
    wait()
  })
  section.addEventListener('focusout', ({ relatedTarget }) => {
    isFocused = relatedTarget instanceof Node && section.contains(relatedTarget)
    wait()
  })
  wait()
}

import { findConsent, saveConsent, takeEarlyAnswer } from '../../account/consent/consent.ts'
import { sendPageView } from '../../account/consent/send-page-view.ts'
import { STATIC_PAGES } from '../static-pages.ts'

/** Keep the answer to the privacy notice, and count this page if it was agreed to before the page opened. */
export function rememberConsent(): void {
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

import { t } from '../i18n/i18n.ts'

const NAME = 'MissingPart'

/**
 * A part of the page that is loaded when it is needed may be gone: with its version, or because there is no network. It gets a
 * name, by which it is explained; by its own the router would load the page anew, unasked.
 */
export function nameMissingParts(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    payload.name = NAME
    payload.message = `Not loaded: ${payload.message}`
  })
}

export function isMissingPart(error: unknown): boolean {
  return error instanceof Error && error.name === NAME
}

/** What to do about it: loading the page anew brings the newer version. */
export function explainMissingPart(): string {
  return t(navigator.onLine ? 'crash.newer' : 'state.failedText')
}

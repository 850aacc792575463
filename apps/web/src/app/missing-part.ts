import { t } from '../i18n/i18n.ts'

const NAME = 'MissingPart'

/**
 * Name errors of missing chunks, so that they can be explained. A lazily loaded chunk can be gone after a release or
 * without a network; by default the router would reload the page without asking.
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

/** Say what to do: reloading loads the newer version. */
export function explainMissingPart(): string {
  return t(navigator.onLine ? 'crash.newer' : 'state.failedText')
}

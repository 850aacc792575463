/** Where the application keeps it too (`i18n/choose-language.ts`). */
const KEPT = 'language'

/** Open the page again in another language when a visitor presses one. */
export function followLanguage(): void {
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
export function openIn(language: string): void {
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

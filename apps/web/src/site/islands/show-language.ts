/** Where the application keeps it too (`i18n/choose-language.ts`). */
const KEPT = 'language'

/** Switch the page's language when a visitor presses one. */
export function followLanguage(onShown: () => void): void {
  addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return
    const button = target.closest('button[lang]')
    if (!(button instanceof HTMLButtonElement) || button.ariaPressed === 'true') return
    const group = button.closest('fieldset')
    group?.querySelector('[role=alert]')?.remove()
    showLanguage(button.lang).then(
      () => {
        localStorage.setItem(KEPT, button.lang)
        // The pressed button was replaced.
        document.querySelector<HTMLElement>(`button[lang=${button.lang}]`)?.focus({ preventScroll: true })
        onShown()
      },
      () => group?.append(alertOf(group.dataset.failed ?? '')),
    )
  })
}

/** Replace the page's content with the server's page in this language. Rejects if there is none. */
export async function showLanguage(language: string): Promise<void> {
  const answer = await fetch(location.pathname, {
    headers: { Accept: 'text/html', 'Accept-Language': language },
  })
  const next = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const content = next.getElementById('root')
  if (!answer.ok || !content || next.documentElement.lang !== language) throw new Error('No such page')
  document.title = next.title
  for (const selector of ['meta[name=description]', 'style[data-moved]']) replaceLike(selector, next)
  document.getElementById('root')?.replaceWith(content)
  const { documentElement } = document
  documentElement.lang = language
  delete documentElement.dataset.other
}

function replaceLike(selector: string, next: Document): void {
  const [here, there] = [document.querySelector(selector), next.querySelector(selector)]
  if (here instanceof HTMLMetaElement && there instanceof HTMLMetaElement) here.content = there.content
  // The element keeps its nonce.
  else if (here && there) here.textContent = there.textContent
}

function alertOf(text: string): HTMLElement {
  const alert = document.createElement('span')
  alert.role = 'alert'
  alert.textContent = text
  return alert
}

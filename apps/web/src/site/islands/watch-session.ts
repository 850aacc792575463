const USER_TOKEN = 'userToken'
const LANGUAGE = 'language'

/** Open the page again once someone has signed in: it is different for members. */
export function watchSession(): void {
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

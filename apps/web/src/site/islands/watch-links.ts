/** Fetch the application when a visitor is about to follow a link into it. */
export function watchLinks(preload: () => void): void {
  const consider = ({ target }: Event) => {
    if (!(target instanceof Element)) return
    const link = target.closest('a')
    if (link?.origin === location.origin && link.pathname !== location.pathname) preload()
  }
  for (const sign of ['pointerover', 'touchstart', 'focusin'])
    addEventListener(sign, consider, { passive: true })
}

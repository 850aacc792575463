/** Fold and unfold the navigation on phones. */
export function watchMenu(): void {
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

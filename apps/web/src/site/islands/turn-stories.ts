const SHOWN_MS = 5000

/** Show the success stories in turn, as `site/landing/success-stories.tsx` does in the application. */
export function turnStories(): void {
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

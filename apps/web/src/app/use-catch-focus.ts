import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/**
 * A link that leads to another view of the same page may be gone with the view it stood in, and the focus with it: then the
 * page's heading has it, as on a new page. A page that has just been opened is left alone.
 */
export function useCatchFocus(): void {
  const router = useRouter()
  useEffect(() => {
    let hadFocus = false
    const stops = [
      router.subscribe('onBeforeNavigate', () => {
        hadFocus = document.activeElement !== document.body
      }),
      router.subscribe('onRendered', () => {
        if (hadFocus && document.activeElement === document.body)
          document.querySelector('h1')?.focus({ preventScroll: true })
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [router])
}

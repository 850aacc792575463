import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** Whether the script has taken the page over: before that, what is typed into a form of its is lost. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** Whether the page is hydrated: text typed into its forms earlier is lost. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

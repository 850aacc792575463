import { trpc } from '../../trpc.ts'

/** Shows events, and how many there are of each kind, as they are now. */
export function useRefreshEvents() {
  const utils = trpc.useUtils()
  return () =>
    Promise.all([
      utils.partners.getEvent.invalidate(),
      utils.partners.listEvents.invalidate(),
      utils.partners.listPartners.invalidate(),
    ])
}

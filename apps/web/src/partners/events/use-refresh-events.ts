import { trpc } from '../../trpc.ts'

/** Reload events and their counts. */
export function useRefreshEvents() {
  const utils = trpc.useUtils()
  return () =>
    Promise.all([
      utils.partners.getEvent.invalidate(),
      utils.partners.listEvents.invalidate(),
      utils.partners.listPartners.invalidate(),
    ])
}

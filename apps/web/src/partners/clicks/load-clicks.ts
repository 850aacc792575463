import { loadForMember } from '../../app/load.ts'
import type { Loading } from '../../app/router-context.ts'

export function loadClicks(loading: Loading): void {
  loadForMember(loading, ({ partners }) => [partners.listClicks.prefetch(undefined, { staleTime: 0 })])
}

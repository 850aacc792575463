import { loadForAnyone } from '../app/load.ts'
import type { Loading } from '../app/router-context.ts'

export function loadTransparency(loading: Loading): void {
  loadForAnyone(loading, ({ wallet }) => [wallet.getTransparency.prefetch(undefined, { staleTime: 0 })])
}

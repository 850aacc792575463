import { loadForMember } from '../../app/load.ts'
import type { Loading } from '../../app/router-context.ts'

export function loadTax(loading: Loading): void {
  loadForMember(loading, ({ wallet }) => [wallet.getTax.prefetch()])
}

import { loadForMember } from '../../app/load.ts'
import type { Loading } from '../../app/router-context.ts'

export function loadSettings(loading: Loading): void {
  loadForMember(loading, ({ account }) => [account.getProfile.prefetch(), account.getSettings.prefetch()])
}

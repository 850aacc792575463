import { loadForAnyone } from '../../app/load.ts'
import type { Loading } from '../../app/router-context.ts'

/** Start the demo's credentials, for the pages that show them or link to the demo's mailbox. */
export function loadAdminLogin(loading: Loading): void {
  loadForAnyone(loading, ({ admin }) => [admin.getDemoLogin.prefetch()])
}

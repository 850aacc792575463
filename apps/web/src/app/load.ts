import { getAdminToken, getUserToken } from '../auth/session.ts'
import { currentApi } from './current-api.ts'

type Clients = ReturnType<typeof currentApi>
/** Starts the queries. They never throw: the part that shows an answer shows its failure too. */
type Ask = (utils: Clients['utils'], clients: Clients) => Promise<void>[]

/**
 * Start the queries of a member's page while React still draws its frame. Nothing waits here: each part has its own skeleton.
 * A link that is only hovered over asks nothing.
 */
export function loadForMember({ preload }: { preload: boolean }, ask: Ask): void {
  if (!preload && getUserToken() !== null) start(ask)
}

/** Start the queries of a staff page. An admin among the members has no admin token: their page asks once it is open. */
export function loadForStaff({ preload }: { preload: boolean }, ask: Ask): void {
  if (preload || getAdminToken() === null) return
  start((utils, clients) => [utils.admin.getStaffMember.prefetch(), ...ask(utils, clients)])
}

/** Start the queries of a page that visitors may open too. */
export function loadForAnyone({ preload }: { preload: boolean }, ask: Ask): void {
  if (!preload) start(ask)
}

function start(ask: Ask): void {
  // The build renders pages without a server to ask.
  if (import.meta.env.SSR) return
  const clients = currentApi()
  void ask(clients.utils, clients)
}

import type { AppRouter } from '@chuma/api/types'
import type { inferRouterInputs } from '@trpc/server'

type Inputs = inferRouterInputs<AppRouter>
type Path = { [Group in keyof Inputs]: `${Group}.${keyof Inputs[Group] & string}` }[keyof Inputs]

/** The mutations that the server performs once per `Idempotency-Key`. */
export const ANSWERED_ONCE: ReadonlySet<string> = new Set<Path>([
  'wallet.requestWithdrawal',
  'premium.payPremium',
  'inbox.sendMessage',
  'partners.createPartner',
  'admin.createSurvey',
  'admin.createQuizQuestion',
  'admin.createTask',
  'admin.addMemberNote',
  'admin.grantPremium',
])

import type { AppRouter } from '@chuma/api/types'
import type { inferRouterInputs } from '@trpc/server'

type Inputs = inferRouterInputs<AppRouter>
type Path = { [Group in keyof Inputs]: `${Group}.${keyof Inputs[Group] & string}` }[keyof Inputs]

/** What the server does once for each `Idempotency-Key`: a repeat is answered and makes nothing. */
export const ANSWERED_ONCE: ReadonlySet<string> = new Set<Path>([
  'wallet.requestWithdrawal',
  'premium.payPremium',
  'contact.sendMessage',
  'partners.createPartner',
  'admin.createSurvey',
  'admin.createQuizQuestion',
  'admin.createTask',
  'admin.addMemberNote',
  'admin.grantPremium',
])

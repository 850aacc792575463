import type { Endpoint } from '@chuma/api/list-endpoints'
import * as account from '@chuma/contract/account/account'
import * as members from '@chuma/contract/account/members'
import * as profile from '@chuma/contract/account/profile'
import * as terms from '@chuma/contract/account/terms'
import * as admin from '@chuma/contract/admin/admin'
import * as analytics from '@chuma/contract/admin/analytics'
import * as audit from '@chuma/contract/admin/audit'
import * as economy from '@chuma/contract/admin/economy/economy'
import * as describeEconomyChoice from '@chuma/contract/admin/economy/economy-presets'
import * as projectEconomy from '@chuma/contract/admin/economy/project-economy'
import * as staff from '@chuma/contract/admin/staff'
import * as system from '@chuma/contract/admin/system'
import * as waiting from '@chuma/contract/admin/waiting'
import * as auth from '@chuma/contract/auth/auth'
import * as reconciliation from '@chuma/contract/books/reconciliation'
import * as transparency from '@chuma/contract/books/tax'
import * as clientQuotes from '@chuma/contract/clients/client-quotes'
import * as clientSession from '@chuma/contract/clients/client-session'
import * as clientSurveys from '@chuma/contract/clients/client-surveys'
import * as clients from '@chuma/contract/clients/clients'
import { anyJson } from '@chuma/contract/fields'
import * as inbox from '@chuma/contract/inbox/inbox'
import * as partners from '@chuma/contract/partners/partners'
import * as clusters from '@chuma/contract/payouts/clusters'
import * as debts from '@chuma/contract/payouts/debts'
import * as corrections from '@chuma/contract/payouts/destinations'
import * as holds from '@chuma/contract/payouts/holds'
import * as payoutPause from '@chuma/contract/payouts/payout-pause'
import * as payoutQueue from '@chuma/contract/payouts/payout-queue'
import * as payoutWithdrawals from '@chuma/contract/payouts/withdrawals'
import * as accountExport from '@chuma/contract/personal-data/account-export'
import * as premium from '@chuma/contract/premium/premium'
import * as profileAnswers from '@chuma/contract/profile/profile'
import * as receivables from '@chuma/contract/receivables/receivables'
import * as receivableReports from '@chuma/contract/receivables/reports'
import * as referral from '@chuma/contract/referral/referral'
import * as answerCategories from '@chuma/contract/surveys/answers'
import * as surveyEligibility from '@chuma/contract/surveys/eligibility/eligibility'
import * as questionnaireDesk from '@chuma/contract/surveys/questionnaire/questionnaire-desk'
import * as quotas from '@chuma/contract/surveys/quotas/quotas'
import * as reviews from '@chuma/contract/surveys/reviews'
import * as signOff from '@chuma/contract/surveys/sign-off'
import * as surveyOffers from '@chuma/contract/surveys/survey-offers'
import * as surveys from '@chuma/contract/surveys/surveys'
import * as adminQuiz from '@chuma/contract/tasks/admin-quiz'
import * as games from '@chuma/contract/tasks/games'
import * as tasks from '@chuma/contract/tasks/tasks'
import * as destinationCodes from '@chuma/contract/wallet/destination-codes'
import * as walletHolds from '@chuma/contract/wallet/holds'
import * as statements from '@chuma/contract/wallet/statements'
import * as wallet from '@chuma/contract/wallet/wallet'
import * as webhooks from '@chuma/contract/webhooks/webhooks'
import * as z from 'zod'

const modules = {
  account,
  accountExport,
  admin,
  adminQuiz,
  analytics,
  answerCategories,
  audit,
  auth,
  clientQuotes,
  clientSession,
  clientSurveys,
  clients,
  clusters,
  corrections,
  debts,
  describeEconomyChoice,
  destinationCodes,
  economy,
  projectEconomy,
  games,
  holds,
  inbox,
  members,
  partners,
  payoutPause,
  payoutQueue,
  payoutWithdrawals,
  premium,
  profile,
  profileAnswers,
  receivableReports,
  receivables,
  reconciliation,
  referral,
  signOff,
  questionnaireDesk,
  quotas,
  reviews,
  staff,
  statements,
  surveyEligibility,
  surveyOffers,
  surveys,
  system,
  tasks,
  terms,
  transparency,
  waiting,
  wallet,
  walletHolds,
  webhooks,
  fields: { anyJson },
}

export type Schemas = Record<string, z.ZodType>

/** Name schemas as the contract exports them; a body whose path holds part of an input is named after that input. */
export function nameSchemas(endpoints: readonly Endpoint[]): Schemas {
  const schemas: Schemas = {}
  const named = new Set<unknown>()
  for (const [module, exported] of Object.entries(modules)) {
    for (const [name, schema] of Object.entries<unknown>(exported)) {
      if (!isStructure(schema) || named.has(schema)) continue
      const id = toPascalCase(name)
      schemas[id in schemas ? `${toPascalCase(module)}${id}` : id] = schema
      named.add(schema)
    }
  }
  for (const endpoint of endpoints) {
    const name = bodyName(endpoint, schemas)
    if (name && endpoint.body) schemas[name] ??= endpoint.body
  }
  return schemas
}

/** `EditEarningsInput` without the member in the path is `EditEarningsBody`. */
export function bodyName({ input, params, body }: Endpoint, schemas: Schemas): string | undefined {
  const name = Object.keys(schemas).find((each) => schemas[each] === input)
  return params && body && name?.replace(/(Input)?$/, 'Body')
}

/** Plain texts and numbers read better inline. */
function isStructure(schema: unknown): schema is z.ZodType {
  return (
    schema instanceof z.ZodObject ||
    schema instanceof z.ZodEnum ||
    schema instanceof z.ZodLazy ||
    schema instanceof z.ZodUnion ||
    schema instanceof z.ZodDiscriminatedUnion ||
    // A structure whose body is tidied first.
    (schema instanceof z.ZodPipe && schema.in instanceof z.ZodTransform && isStructure(schema.out))
  )
}

function toPascalCase(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}

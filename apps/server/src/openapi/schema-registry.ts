import * as account from '@chuma/contract/account'
import * as accountExport from '@chuma/contract/account-export'
import * as activity from '@chuma/contract/activity'
import * as admin from '@chuma/contract/admin'
import * as adminGames from '@chuma/contract/admin-games'
import * as adminQuiz from '@chuma/contract/admin-quiz'
import * as adminTasks from '@chuma/contract/admin-tasks'
import * as analytics from '@chuma/contract/analytics'
import * as apiKeys from '@chuma/contract/api-keys'
import * as audit from '@chuma/contract/audit'
import * as auth from '@chuma/contract/auth'
import * as contact from '@chuma/contract/contact'
import * as deletion from '@chuma/contract/deletion'
import * as economy from '@chuma/contract/economy'
import * as economyReport from '@chuma/contract/economy-report'
import { anyJson } from '@chuma/contract/fields'
import * as games from '@chuma/contract/games'
import * as inbox from '@chuma/contract/inbox'
import * as manualPayments from '@chuma/contract/manual-payments'
import * as memberStanding from '@chuma/contract/member-standing'
import * as members from '@chuma/contract/members'
import * as offerFiles from '@chuma/contract/offer-files'
import * as palette from '@chuma/contract/palette'
import * as partners from '@chuma/contract/partners'
import * as payoutPause from '@chuma/contract/payout-pause'
import * as payoutQueue from '@chuma/contract/payout-queue'
import * as premium from '@chuma/contract/premium'
import * as profile from '@chuma/contract/profile'
import * as reconciliation from '@chuma/contract/reconciliation'
import * as referral from '@chuma/contract/referral'
import * as settings from '@chuma/contract/settings'
import * as staff from '@chuma/contract/staff'
import * as statements from '@chuma/contract/statements'
import * as surveyOffers from '@chuma/contract/survey-offers'
import * as surveys from '@chuma/contract/surveys'
import * as system from '@chuma/contract/system'
import * as tasks from '@chuma/contract/tasks'
import * as transparency from '@chuma/contract/transparency'
import * as wallet from '@chuma/contract/wallet'
import * as webhooks from '@chuma/contract/webhooks'
import * as z from 'zod'
import { errorBody } from './error-body.ts'

const modules = {
  account,
  accountExport,
  activity,
  admin,
  adminGames,
  adminQuiz,
  adminTasks,
  analytics,
  apiKeys,
  audit,
  auth,
  contact,
  deletion,
  economy,
  economyReport,
  games,
  inbox,
  manualPayments,
  memberStanding,
  members,
  offerFiles,
  palette,
  partners,
  payoutPause,
  payoutQueue,
  premium,
  profile,
  reconciliation,
  referral,
  settings,
  staff,
  statements,
  surveyOffers,
  surveys,
  system,
  tasks,
  transparency,
  wallet,
  webhooks,
  fields: { anyJson },
  error: { error: errorBody },
}

/**
 * What the contract exports under a name has that name in the document too. It ends in a dot: the library puts `Input`
 * behind it for what is sent, and `Foo.Input` must not be taken for the schema that is called `FooInput`.
 */
export const schemaRegistry = z.registry<{ id?: string | undefined }>()

for (const [module, exported] of Object.entries(modules)) {
  for (const [name, schema] of Object.entries<unknown>(exported)) {
    if (!isStructure(schema) || schemaRegistry.has(schema)) continue
    const id = `${toPascalCase(name)}.`
    const isTaken = schemaRegistry._idmap.has(id)
    schemaRegistry.add(schema, { id: isTaken ? `${toPascalCase(module)}${id}` : id })
  }
}

/** Plain texts and numbers say more where they stand. */
function isStructure(schema: unknown): schema is z.ZodType {
  return (
    schema instanceof z.ZodObject ||
    schema instanceof z.ZodEnum ||
    schema instanceof z.ZodLazy ||
    schema instanceof z.ZodUnion ||
    schema instanceof z.ZodDiscriminatedUnion
  )
}

function toPascalCase(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}

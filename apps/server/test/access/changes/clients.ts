import { randomUUID } from 'node:crypto'
import {
  givenBudget,
  givenClient,
  givenClientSession,
  givenDispute,
  givenQuote,
  payment,
  quote,
} from '@chuma/core/clients/testing'
import type { Deps } from '@chuma/core/deps'
import { givenSurvey } from '@chuma/core/surveys/testing'
import type { Boss, Changes } from './change.ts'

/** What staff change about clients. */
export function clientChanges(deps: Deps, boss: Boss): Changes {
  const client = () => givenClient(deps)
  return {
    'admin.createClient': async () => boss({ name: `Client ${randomUUID()}` }),
    'admin.addClientUser': async () =>
      boss({ clientId: (await client()).clientId, name: 'Otieno', email: `${randomUUID()}@client.example` }),
    'admin.removeClientUser': async () => boss({ id: (await client()).userId }),
    'admin.resetClientUser': async () => boss({ id: (await client()).userId }),
    'admin.createClientLink': async () => boss({ userId: (await client()).userId }),
    'admin.mailClientLink': async () => boss({ userId: (await client()).userId }),
    'admin.revokeClientLink': async () =>
      boss({ id: (await givenClientSession(deps, (await client()).userId)).linkId }),
    'admin.assignClientSurvey': async () =>
      boss({ clientId: (await client()).clientId, surveyId: await givenSurvey(deps.db) }),
    'admin.answerClient': async () => boss({ surveyId: (await client()).surveyId, text: 'Tomorrow' }),
    'admin.openClientOrder': async () => boss({ surveyId: (await client()).surveyId, priceCents: 90_000 }),
    'admin.decideClientDispute': async () => {
      const { disputeId: id } = await givenDispute(deps)
      return boss({ id, decision: 'credited', answer: '' })
    },
    'admin.createClientQuote': async () => boss(quote((await client()).surveyId)),
    'admin.withdrawClientQuote': async () => boss({ id: (await givenQuote(deps)).quoteId }),
    'admin.bookClientReceipt': async () => boss(payment((await client()).clientId, 90_000)),
    'admin.returnClientMoney': async () =>
      boss({ ...payment((await givenBudget(deps)).clientId, 90_000), reason: 'The survey has ended' }),
  }
}

/** Reads that need a client. */
export function clientLooks(deps: Deps): Record<string, () => Promise<object>> {
  return {
    'admin.getClient': async () => ({ id: (await givenClient(deps)).clientId }),
    'admin.previewClientQuote': async () => quote((await givenClient(deps)).surveyId),
    'admin.listClientComments': async () => ({ surveyId: (await givenClient(deps)).surveyId }),
    'admin.getClientStatement': async () => ({ clientId: (await givenClient(deps)).clientId }),
  }
}

import { createHash, randomUUID } from 'node:crypto'
import { openClientOrderInput } from '@chuma/contract/clients/client-quotes'
import { sql } from 'kysely'
import { callAs, visitor } from '../auth/testing.ts'
import type { Deps } from '../deps.ts'
import { finance } from '../payouts/testing.ts'
import { completeSurvey } from '../surveys/complete-survey.ts'
import { startSurvey } from '../surveys/surveys.ts'
import { givenSurvey, goodAnswers } from '../surveys/testing.ts'
import { givenMember } from '../testing.ts'
import { bookClientReceipt, openClientOrder } from './budget.ts'
import { disputeRespondent } from './disputes.ts'
import { createClient, createClientLink } from './people/client-links.ts'
import { addClientUser } from './people/client-users.ts'
import { createClientQuote } from './quotes.ts'
import { requireClient } from './sessions/client-sessions.ts'
import { openClientLink } from './sessions/log-in-client.ts'
import { assignClientSurvey, downloadDataset } from './surveys/commissioned-surveys.ts'
import { writeDataset } from './surveys/write-dataset.ts'

/** An organisation with someone who is signed in by a link, and a survey of theirs. */
export async function givenClient(deps: Deps) {
  const { id: clientId } = await createClient(deps, finance, { name: `Client ${randomUUID()}` })
  const email = `${randomUUID()}@client.example`
  const { people } = await addClientUser(deps, finance, { clientId, name: 'Njeri Mwangi', email })
  const userId = people[0]?.id ?? ''
  const surveyId = await givenSurvey(deps.db)
  await assignClientSurvey(deps, finance, { clientId, surveyId })
  return { clientId, userId, email, surveyId, ...(await givenClientSession(deps, userId)) }
}

/** A session that a link opened; with `surveyId`, one that shows that survey alone. */
export async function givenClientSession(deps: Deps, userId: string, surveyId?: string) {
  const { link, url } = await createClientLink(deps, finance, { userId, surveyId, days: 7, mostUses: 1 })
  const linkToken = url.slice(url.indexOf('#') + 1)
  const { token } = await openClientLink(deps, visitor, { token: linkToken })
  return { token, linkId: link.id, linkToken, client: requireClient(await callAs(deps, token)) }
}

type Budget = { priceCents?: number; completes?: number }

/** A client whose budget pays for this many completes of their survey. */
export async function givenBudget(deps: Deps, { priceCents = 90_000, completes = 10 }: Budget = {}) {
  const given = await givenClient(deps)
  const { clientId, surveyId } = given
  await openClientOrder(deps, finance, openClientOrderInput.parse({ surveyId, priceCents }))
  if (completes > 0) await bookClientReceipt(deps, finance, payment(clientId, priceCents * completes))
  return { ...given, priceCents }
}

export const quote = (surveyId: string) => ({ surveyId, completes: 100, incidencePercent: 50 })

/** A client who was quoted a price for their survey. */
export async function givenQuote(deps: Deps) {
  const given = await givenClient(deps)
  const { id: quoteId, version, priceCents } = await createClientQuote(deps, finance, quote(given.surveyId))
  return { ...given, quoteId, version, priceCents }
}

/** A client with six answers, of which one is disputed. */
export async function givenDispute(deps: Deps) {
  const given = await givenBudget(deps)
  const { client, surveyId } = given
  for (let at = 0; at < 6; at += 1) await givenComplete(deps, surveyId)
  const { respondents } = await writeDataset(deps.db, { id: surveyId })
  const [respondent = ''] = respondents
  const { disputes } = await disputeRespondent(deps, client, { surveyId, respondent, reason: 'Copied' })
  return { ...given, respondents, respondent, disputeId: disputes[0]?.id ?? '' }
}

export const payment = (clientId: string, cents: number) => ({
  clientId,
  reference: `EFT ${randomUUID().toUpperCase()}`,
  day: new Date(Date.now() + 3 * 3600 * 1000).toISOString().slice(0, 10),
  cents,
})

/** A member who starts and answers a survey at a decent pace. */
export async function givenComplete(deps: Deps, surveyId: string) {
  const member = await givenMember(deps.db)
  await startSurvey(deps, member, { surveyId })
  await completeSurvey(deps, member, { surveyId, answers: goodAnswers })
  return member
}

/** Let the day on which completes were added up be over. */
export const endClientDay = (deps: Deps) =>
  sql`update client_day set day = day - 1 where not is_booked`.execute(deps.db)

/** Download the data of a survey and name it, as the client's page does before it can be accepted. */
export async function downloadHash(
  deps: Parameters<typeof downloadDataset>[0],
  client: Parameters<typeof downloadDataset>[1],
  id: string,
): Promise<string> {
  return createHash('sha256')
    .update(await downloadDataset(deps, client, { id }))
    .digest('hex')
}

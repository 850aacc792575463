import { findClientUserByEmail, setClientPassword } from '@chuma/db/queries/clients/clients'
import { findDemoSurvey } from '@chuma/db/queries/demo'
import { addUpClients } from '../clients/budget/add-up-clients.ts'
import { bookClientReceipt } from '../clients/budget/book-client-money.ts'
import { decideClientDispute } from '../clients/disputes/decide-client-dispute.ts'
import { disputeRespondent, listMyDisputes } from '../clients/disputes/my-disputes.ts'
import { createClientLink } from '../clients/people/client-links.ts'
import { addClientUser } from '../clients/people/client-users.ts'
import { createClient } from '../clients/people/create-client.ts'
import { createClientQuote } from '../clients/quotes/create-client-quote.ts'
import { acceptMyQuote } from '../clients/quotes/my-quotes.ts'
import type { ClientActor } from '../clients/sessions/require-client.ts'
import { assignClientSurvey } from '../clients/surveys/assign-client-survey.ts'
import { answerClient, writeMyComment } from '../clients/surveys/comments.ts'
import { writeDataset } from '../clients/surveys/write-dataset.ts'
import type { Deps } from '../deps.ts'

const FINANCE = { name: 'staff:finance', address: null }
export const DEMO_CLIENT = { email: 'client@demo.chuma', organisation: 'Highland Foods' }
const SURVEY = 'The family shopping basket'
/** A quote for it waits for the client. */
const QUOTED = 'Radio in the morning'

/** People who answered after the order was opened. */
const RESPONDENTS = [
  ...['Achieng', 'Baraka', 'Chebet', 'Daudi', 'Esther', 'Farida', 'Gitau', 'Halima'],
  ...['Imani', 'Juma', 'Kendi', 'Lulu', 'Makena', 'Nafula', 'Otieno', 'Pendo'],
].map((firstName, taste) => ({
  firstName,
  lastName: 'Wambui',
  email: `${firstName.toLowerCase()}.wambui@demo.chuma`,
  taste,
}))
type Respondent = (typeof RESPONDENTS)[number]

type Telling = {
  passwordHash: string
  answer: (person: Respondent, surveyId: string) => Promise<unknown>
}

/** Tell of an organisation that accepted a quote, prepaid, got sixteen answers and asked about them. */
export async function tellClients(deps: Deps, { passwordHash, answer }: Telling): Promise<void> {
  const { email, organisation } = DEMO_CLIENT
  const survey = await findDemoSurvey(deps.db, SURVEY)
  if (!survey || (await findClientUserByEmail(deps.db, email))) return
  const { surveyId } = survey
  const { id: clientId } = await createClient(deps, FINANCE, { name: organisation })
  const { people } = await addClientUser(deps, FINANCE, { clientId, name: 'Njeri Mwangi', email })
  const userId = people[0]?.id ?? ''
  await deps.db.transaction().execute((trx) => setClientPassword(trx, { userId, passwordHash }))
  await assignClientSurvey(deps, FINANCE, { clientId, surveyId })
  await createClientLink(deps, FINANCE, { userId, surveyId, days: 14, mostUses: 3 })
  const client = signedIn({ userId, clientId })
  const { version, priceCents } = await createClientQuote(deps, FINANCE, {
    surveyId,
    completes: 100,
    incidencePercent: 80,
  })
  await acceptMyQuote(deps, client, { surveyId, version })
  await tellWaitingQuote(deps, clientId)
  const day = new Date(Date.now() + 3 * 3600 * 1000).toISOString().slice(0, 10)
  const payment = { clientId, reference: 'EFT 2041', day, cents: 20 * priceCents }
  await bookClientReceipt(deps, FINANCE, payment)
  for (const person of RESPONDENTS) await answer(person, surveyId)
  await addUpClients(deps)
  await tellDisputes(deps, client, surveyId)
  await writeMyComment(deps, client, { surveyId, text: 'How many of them shop in supermarkets?' })
  await answerClient(deps, FINANCE, { surveyId, text: 'We will know when the first hundred have answered.' })
}

function signedIn({ userId, clientId }: { userId: string; clientId: string }): ClientActor {
  return {
    ...DEMO_CLIENT,
    userId,
    organisationId: clientId,
    name: 'Njeri Mwangi',
    hasPassword: true,
    isSecondFactorOn: false,
    surveyId: null,
    linkId: null,
    tokenHash: Buffer.alloc(32),
    audited: `client:${userId}`,
    address: null,
  }
}

async function tellWaitingQuote(deps: Deps, clientId: string): Promise<void> {
  const survey = await findDemoSurvey(deps.db, QUOTED)
  if (!survey) return
  const { surveyId } = survey
  await assignClientSurvey(deps, FINANCE, { clientId, surveyId })
  await createClientQuote(deps, FINANCE, { surveyId, completes: 200, incidencePercent: 60 })
}

/** One waits for staff, and one was rejected. */
async function tellDisputes(deps: Deps, client: ClientActor, surveyId: string): Promise<void> {
  const { respondents } = await writeDataset(deps.db, surveyId)
  const [waiting = '', rejected = ''] = respondents
  await disputeRespondent(deps, client, {
    surveyId,
    respondent: rejected,
    reason: 'Gave the same answer to every question.',
  })
  const [{ id = '' } = {}] = (await listMyDisputes(deps, client, { id: surveyId })).disputes
  await decideClientDispute(deps, FINANCE, {
    id,
    decision: 'rejected',
    answer: 'The answers fit each other, and took the usual time.',
  })
  await disputeRespondent(deps, client, {
    surveyId,
    respondent: waiting,
    reason: 'Names a shop that does not exist.',
  })
}

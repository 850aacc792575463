import { randomBytes } from 'node:crypto'
import { insertEmailOwner } from '@chuma/db/queries/account/members'
import { insertSession } from '@chuma/db/queries/auth/sessions'
import { findClientUserByEmail, setClientPassword } from '@chuma/db/queries/clients/clients'
import { findDemoSurvey, insertDemoMember } from '@chuma/db/queries/demo'
import { listClusters } from '@chuma/db/queries/payouts/clusters'
import { insertWallet } from '@chuma/db/queries/wallet/ledger'
import type { SignedInMember } from '../caller.ts'
import { addUpClients, bookClientReceipt } from '../clients/budget.ts'
import { decideClientDispute, disputeRespondent, listMyDisputes } from '../clients/disputes.ts'
import { createClient, createClientLink } from '../clients/people/client-links.ts'
import { addClientUser } from '../clients/people/client-users.ts'
import { acceptMyQuote, createClientQuote } from '../clients/quotes.ts'
import type { ClientActor } from '../clients/sessions/identify-client.ts'
import { answerClient, assignClientSurvey, writeMyComment } from '../clients/surveys/commissioned-surveys.ts'
import { writeDataset } from '../clients/surveys/write-dataset.ts'
import type { Deps } from '../deps.ts'
import { decideCluster } from '../payouts/clusters/clusters.ts'
import { findClusters } from '../payouts/clusters/keep-clusters.ts'
import { keepInviter } from '../referral/inviter.ts'

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

type Group = {
  name: string
  mailbox: (at: number) => string
  device: { address: string; userAgent: string }
  firstNames: readonly string[]
  daysAgo: number
  everyMinutes: number
}

const ANDROID =
  'Mozilla/5.0 (Linux; Android 13; TECNO KI5k) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36'

const FARM: Group = {
  name: 'Traders',
  mailbox: (at) => `quick.traders+${at + 1}@example.com`,
  device: { address: '197.136.10.7', userAgent: ANDROID },
  firstNames: ['Peter', 'Petra', 'Pete', 'Pita', 'Petro', 'Peta', 'Pierre', 'Piet', 'Pedro'],
  daysAgo: 5,
  everyMinutes: 4,
}

const FAMILY: Group = {
  name: 'Njoroge',
  mailbox: (at) => `njoroge${at + 1}@example.com`,
  device: { address: '41.90.64.21', userAgent: ANDROID.replace('TECNO KI5k', 'itel A60') },
  firstNames: ['Njeri', 'Kamau', 'Wairimu', 'Mwangi'],
  daysAgo: 12,
  everyMinutes: 6,
}

type Earn = (member: SignedInMember) => Promise<void>

/**
 * Give the demo two clusters: a farm of nine accounts, found and held, and a family with one phone, dismissed. Safe to repeat.
 * `earn`: what each account of the farm did for its points.
 */
export async function ensureDemoClusters(
  deps: Deps,
  { passwordHash, earn }: { passwordHash: string; earn: Earn },
): Promise<void> {
  for (const member of await ensureGroup(deps, FARM, passwordHash)) await earn(member)
  await ensureGroup(deps, FAMILY, passwordHash)
  await findClusters(deps)
  const finance = { name: 'staff:finance', address: null }
  for (const { id, version, memberCount, state } of await listClusters(deps.db, {
    state: 'found',
    limit: 10,
  })) {
    const isFarm = memberCount === FARM.firstNames.length
    if (state !== 'found' || (!isFarm && memberCount !== FAMILY.firstNames.length)) continue
    await decideCluster(deps, finance, {
      id,
      version,
      decision: isFarm ? 'hold' : 'dismiss',
      reason: isFarm
        ? 'Nine aliases of one mailbox on one phone, opened within an hour'
        : 'A family: they came to the office with four ID cards',
    })
  }
}

/** Only the members who were not there yet. */
async function ensureGroup(deps: Deps, group: Group, passwordHash: string): Promise<SignedInMember[]> {
  const { firstNames, name, mailbox, device, daysAgo, everyMinutes } = group
  const members: SignedInMember[] = []
  for (const [at, firstName] of firstNames.entries()) {
    const email = mailbox(at)
    const memberId = await deps.db.transaction().execute(async (trx) => {
      const added = await insertEmailOwner(trx, email)
      if (!added) return undefined
      const person = { memberId: added, email, firstName, lastName: name, passwordHash }
      await insertDemoMember(trx, person, daysAgo * 24 * 60 - at * everyMinutes)
      await insertWallet(trx, added)
      await keepInviter(trx, added, members[0]?.memberId)
      await insertSession(trx, { memberId: added, tokenHash: randomBytes(32), ...device })
      return added
    })
    if (!memberId) continue
    const who = { memberId, email, isPremium: false, isEmailVerified: true, adminRole: null }
    members.push({ ...who, tokenHash: Buffer.alloc(32) })
  }
  return members
}

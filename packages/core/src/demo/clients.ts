import { randomBytes } from 'node:crypto'
import { insertSession } from '@chuma/db/queries/auth/sessions'
import { findClientUserByEmail, setClientPassword } from '@chuma/db/queries/clients/clients'
import { findDemoSurvey, listDemoCredits } from '@chuma/db/queries/demo'
import { listClusters } from '@chuma/db/queries/payouts/clusters'
import { keepInviter } from '../auth/sign-up.ts'
import type { SignedInMember } from '../caller.ts'
import { addUpClients, bookClientReceipt } from '../clients/budget.ts'
import { decideClientDispute, disputeRespondent, listMyDisputes } from '../clients/disputes.ts'
import { createClient, createClientLink } from '../clients/people/client-links.ts'
import { addClientUser } from '../clients/people/client-users.ts'
import { acceptMyQuote, createClientQuote } from '../clients/quotes.ts'
import type { ClientActor } from '../clients/sessions/client-sessions.ts'
import { answerClient, assignClientSurvey, writeMyComment } from '../clients/surveys/commissioned-surveys.ts'
import { writeDataset } from '../clients/surveys/write-dataset.ts'
import type { Deps } from '../deps.ts'
import { decideCluster } from '../payouts/clusters/clusters.ts'
import { findClusters } from '../payouts/clusters/keep-clusters.ts'
import { issueInvoice } from '../receivables/invoices.ts'
import { bookReceipt } from '../receivables/receipts.ts'
import { addUpReceivables, listReceivables, setPaymentDays } from '../receivables/receivables.ts'
import { importReport } from '../receivables/reports/import-report.ts'
import catalogue from './catalogue.json' with { type: 'json' }
import { addMember, answerSurvey, answerSurveys, ask, FINANCE, named } from './members.ts'

export const DEMO_CLIENT = { email: 'client@demo.chuma', organisation: 'Highland Foods' }
const SURVEY = 'The family shopping basket'
/** A quote for it waits for the client. */
const QUOTED = 'Radio in the morning'

/** People who answered after the order was opened. */
const RESPONDENTS =
  'Achieng Baraka Chebet Daudi Esther Farida Gitau Halima Imani Juma Kendi Lulu Makena Nafula Otieno Pendo'

/** Tell of an organisation that accepted a quote, prepaid, got sixteen answers more and asked about them. */
export async function tellClients(deps: Deps, passwordHash: string): Promise<void> {
  const { email, organisation } = DEMO_CLIENT
  const surveyId = (await findDemoSurvey(deps.db, SURVEY))?.surveyId
  const quotedId = (await findDemoSurvey(deps.db, QUOTED))?.surveyId
  if (!surveyId || !quotedId || (await findClientUserByEmail(deps.db, email))) return
  const { id: clientId } = await createClient(deps, FINANCE, { name: organisation })
  const name = 'Njeri Mwangi'
  const { people } = await addClientUser(deps, FINANCE, { clientId, name, email })
  const userId = people[0]?.id ?? ''
  await deps.db.transaction().execute((trx) => setClientPassword(trx, { userId, passwordHash }))
  await assignClientSurvey(deps, FINANCE, { clientId, surveyId })
  await createClientLink(deps, FINANCE, { userId, surveyId, days: 14, mostUses: 3 })
  const rights = { hasPassword: true, isSecondFactorOn: false, surveyId: null, linkId: null, address: null }
  const ids = { userId, organisationId: clientId, tokenHash: Buffer.alloc(32), audited: `client:${userId}` }
  const client: ClientActor = { ...DEMO_CLIENT, ...ids, ...rights, name }
  const order = { surveyId, completes: 100, incidencePercent: 80 }
  const { version, priceCents, earlierCompletes } = await createClientQuote(deps, FINANCE, order)
  await acceptMyQuote(deps, client, { surveyId, version })
  await assignClientSurvey(deps, FINANCE, { clientId, surveyId: quotedId })
  await createClientQuote(deps, FINANCE, { surveyId: quotedId, completes: 200, incidencePercent: 60 })
  const day = new Date(Date.now() + 3 * 3600 * 1000).toISOString().slice(0, 10)
  // Those who had answered before are paid for first.
  const payment = { clientId, reference: 'EFT 2041', day, cents: (earlierCompletes + 20) * priceCents }
  await bookClientReceipt(deps, FINANCE, payment)
  for (const [taste, firstName] of RESPONDENTS.split(' ').entries()) {
    const person = named(`${firstName.toLowerCase()}.wambui@demo.chuma`, `${firstName} Wambui`)
    const member = await addMember(deps, person, { passwordHash })
    if (member) await answerSurvey(deps, member, { surveyId, taste })
  }
  await addUpClients(deps)
  await tellDisputes(deps, client, surveyId)
  await writeMyComment(deps, client, { surveyId, text: 'How many of them shop in supermarkets?' })
  await answerClient(deps, FINANCE, { surveyId, text: 'We will know when the first hundred have answered.' })
}

/** One waits for staff, and one was rejected. */
async function tellDisputes(deps: Deps, client: ClientActor, surveyId: string): Promise<void> {
  const { respondents } = await writeDataset(deps.db, { id: surveyId })
  const [waiting = '', rejected = ''] = respondents
  const dispute = (respondent: string, reason: string) =>
    disputeRespondent(deps, client, { surveyId, respondent, reason })
  await dispute(rejected, 'Gave the same answer to every question.')
  const [{ id = '' } = {}] = (await listMyDisputes(deps, client, { id: surveyId })).disputes
  const answer = 'The answers fit each other, and took the usual time.'
  await decideClientDispute(deps, FINANCE, { id, decision: 'rejected', answer })
  await dispute(waiting, 'Names a shop that does not exist.')
}

/** Give the demo two clusters: a farm of nine accounts, found and held, and a family with one phone, dismissed. Safe to repeat. */
export async function ensureDemoClusters(deps: Deps, passwordHash: string): Promise<void> {
  for (const { account, ...group } of catalogue.clusters) {
    const members = await ensureGroup(deps, group, passwordHash)
    if (!account) continue
    for (const member of members) {
      await answerSurveys(deps, member, 2)
      await ask(deps, member, { withdrawalMethod: 'bank', pointsToWithdraw: 2, ...account })
    }
  }
  await findClusters(deps)
  for (const { id, version, memberCount } of await listClusters(deps.db, { state: 'found', limit: 10 })) {
    const group = catalogue.clusters.find(({ names }) => names.length === memberCount)
    if (!group) continue
    const { decision, reason } = group
    await decideCluster(deps, FINANCE, { id, version, decision: decision as 'hold' | 'dismiss', reason })
  }
}

/** Only the members who were not there yet. */
async function ensureGroup(
  deps: Deps,
  group: Omit<(typeof catalogue.clusters)[number], 'account'>,
  passwordHash: string,
) {
  const members: SignedInMember[] = []
  for (const [at, name] of group.names.entries()) {
    const member = await addMember(deps, named(`${group.mailbox}${at + 1}@example.com`, name), {
      passwordHash,
      minutesAgo: group.daysAgo * 24 * 60 - at * 5,
      also: async (trx, memberId) => {
        await keepInviter(trx, memberId, members[0]?.memberId)
        await insertSession(trx, { memberId, tokenHash: randomBytes(32), ...group.device })
      },
    })
    if (member) members.push(member)
  }
  return members
}

/** Last month's invoice is issued on the first, due on that day, and overdue on any later one. */
const PAYMENT_DAYS = 1

/** Tell of a partner that paid one month and not the next, and whose report differs from our credits in every way. */
export async function tellReceivables(deps: Deps): Promise<void> {
  await addUpReceivables(deps)
  const { day, months, kesPerUsd } = await listReceivables(deps, { months: 4 })
  const month = (ago: number) =>
    new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 - ago, 1))
      .toISOString()
      .slice(0, 7)
  const ofMonth = (ago: number) => months.filter((one) => one.month === month(ago) && one.canInvoice)
  const before = new Set(ofMonth(2).map(({ partnerId }) => partnerId))
  const [found] = ofMonth(1)
    .filter((one) => one.accruedCents > one.reversedCents && before.has(one.partnerId))
    .toSorted((one, other) => other.accruedCents - one.accruedCents)
  if (!found) return
  const { partnerId } = found
  /** On the morning after the month, unless that is yet to come. */
  const issue = (ago: number) => {
    const issuedAt = new Date(Math.min(Date.now(), Date.parse(`${month(ago - 1)}-01T08:00:00+03:00`)))
    return issueInvoice(deps, FINANCE, { partnerId, month: month(ago), issuedAt })
  }
  await setPaymentDays(deps, FINANCE, { partnerId, paymentDays: PAYMENT_DAYS })
  const paid = await issue(2).catch(() => null)
  if (paid) {
    const chargeKesCents = 350_00
    const amounts = { amountCents: paid.totalCents, kesCents: paid.totalCents * kesPerUsd - chargeKesCents }
    const receipt = { reference: 'SWIFT 2048-771', day: `${month(1)}-14`, ...amounts, chargeKesCents }
    await bookReceipt(deps, FINANCE, { partnerId, ...receipt, invoiceIds: [] })
  }
  await issue(1)
  await tellReport(deps, { partnerId, month: month(1) })
}

/** The partner's report of a few of our credits, with one difference of each kind. */
async function tellReport(deps: Deps, of: { partnerId: string; month: string }): Promise<void> {
  const credits = await listDemoCredits(deps.db, of)
  const paid = credits.filter(({ state }) => state === 'available')
  const [same, less, back, missing] = paid
  const gone = credits.find(({ state }) => state === 'reversed')
  if (!same || !less || !back || !missing) return
  const row = ({ transactionId, usd, at }: Omit<typeof same, 'state'>, status = 'approved') =>
    `${transactionId},${usd},${status},${at.toISOString()}`
  const rows = [
    row(same),
    row({ ...less, usd: Math.round(less.usd * 50) / 100 }),
    row(back, 'reversed'),
    row({ ...same, transactionId: 'tx-unknown-4471' }),
    ...(gone ? [row(gone)] : []),
    row({ ...same, transactionId: 'tx-damaged-9' }, 'on review'),
    // All others agree, so that only one is missing.
    ...paid.slice(4).map((one) => row(one)),
  ]
  const amount = { amount: 'Payout', amountUnit: 'dollars' } as const
  const status = { status: 'Status', approved: 'approved', pending: 'pending', reversed: 'reversed' }
  const time = { time: 'Time', dateFormat: 'YYYY-MM-DD' } as const
  const mapping = { delimiter: 'comma', headerRow: 1, transactionId: 'Transaction' } as const
  await importReport(deps, FINANCE, {
    partnerId: of.partnerId,
    csv: ['Transaction,Payout,Status,Time', ...rows].join('\n'),
    isDryRun: false,
    mapping: { ...mapping, ...amount, ...status, ...time },
  })
}

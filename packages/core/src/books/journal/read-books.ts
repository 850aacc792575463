import type { cashForecast, exposure, profitAndLoss } from '@chuma/contract/books/journal-reports'
import type { Answer } from '@chuma/contract/timestamp'
import {
  getPaidAndOwed,
  listCash,
  listDuePayouts,
  listPartnerBalances,
} from '@chuma/db/queries/books/journal-cash'
import {
  listProfitMonths,
  listProfitOffers,
  listProfitPartners,
} from '@chuma/db/queries/books/journal-profit'
import type { Deps } from '../../deps.ts'

type Reading = Pick<Deps, 'db'>
type Period = { from: string; to: string }

export async function getProfitAndLoss(
  { db }: Reading,
  period: Period,
): Promise<Answer<typeof profitAndLoss>> {
  const [months, partners, offers] = await Promise.all([
    listProfitMonths(db, period),
    listProfitPartners(db, period),
    listProfitOffers(db, period),
  ])
  return { months, partners, offers }
}

/**
 * Estimate what members were paid before the partner paid for it. Points of one partner cannot be told from those of another once they are
 * in a wallet, so the part of all points that was paid out counts for each partner's credits that are not paid.
 */
export async function getExposure({ db }: Reading): Promise<Answer<typeof exposure>> {
  const [partners, { paidMinor, owedMinor }] = await Promise.all([
    listPartnerBalances(db),
    getPaidAndOwed(db),
  ])
  const paidOutShare = paidMinor > 0 ? paidMinor / (paidMinor + Math.max(0, owedMinor)) : 0
  return {
    paidOutShare,
    partners: partners.map((partner) => {
      const { accruedUsdMinor, owedUsdMinor, rewardsMinor } = partner
      const unpaid = accruedUsdMinor > 0 ? Math.min(1, Math.max(0, owedUsdMinor / accruedUsdMinor)) : 0
      return { ...partner, exposureMinor: Math.round(Math.max(0, rewardsMinor) * unpaid * paidOutShare) }
    }),
  }
}

/** Lay what can be paid on each day against what the accounts hold. The clearing account is no money yet. */
export async function getCashForecast({ db }: Reading): Promise<Answer<typeof cashForecast>> {
  const [accounts, due, partners] = await Promise.all([
    listCash(db),
    listDuePayouts(db),
    listPartnerBalances(db),
  ])
  let leftMinor = accounts.reduce(
    (sum, { account, minor }) => (account === 'cash-clearing' ? sum : sum + minor),
    0,
  )
  const days = due.map((day) => {
    leftMinor -= day.payoutMinor
    return { ...day, leftMinor }
  })
  const expectedMinor = partners.reduce((sum, { owedMinor }) => sum + Math.max(0, owedMinor), 0)
  return { accounts, days, expectedMinor }
}

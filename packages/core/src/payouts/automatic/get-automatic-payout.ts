import type { automaticPayout } from '@chuma/contract/payouts/automatic-payouts'
import type { Answer } from '@chuma/contract/timestamp'
import { getPace } from '@chuma/db/queries/payouts/automatic/automatic-anomalies'
import {
  getAgreement,
  getAutomaticToday,
  getPayoutTimes,
  listDisagreements,
} from '@chuma/db/queries/payouts/automatic/automatic-figures'
import { readSwitch } from '@chuma/db/queries/payouts/automatic/automatic-switch'
import { findFloat } from '@chuma/db/queries/payouts/payout-float'
import { getQueued } from '@chuma/db/queries/payouts/payout-queue'
import { readEconomy } from '../../admin/economy/create-economy-reader.ts'
import type { Deps } from '../../deps.ts'
import { chooseRail } from '../rails/find-rail.ts'
import { forecastFloat, paceOf } from './forecast-float.ts'

const AGREEMENT_DAYS = 30
const MOST_DISAGREEMENTS = 50

/** Describe the owner's rule, its switch, what it did today, how far staff agree, and how long the float lasts. */
export async function getAutomaticPayout({
  db,
  payouts,
}: Pick<Deps, 'db' | 'payouts'>): Promise<Answer<typeof automaticPayout>> {
  const { version, record } = await readEconomy(db)
  const { releasedAt: _, ...state } = await readSwitch(db)
  const [today, agreement, disagreements, times] = await Promise.all([
    getAutomaticToday(db),
    getAgreement(db, AGREEMENT_DAYS),
    listDisagreements(db, { days: AGREEMENT_DAYS, limit: MOST_DISAGREEMENTS }),
    getPayoutTimes(db),
  ])
  return {
    mode: record.automaticPayout,
    ruleVersion: version,
    rule: {
      maxKes: record.automaticMaxKes,
      memberDayKes: record.automaticMemberDayKes,
      dayKes: record.automaticDayKes,
      belowRisk: record.automaticBelowRisk,
      firstPayouts: record.automaticFirstPayouts,
      samplePercent: record.automaticSamplePercent,
    },
    switch: state,
    today,
    agreement: { ...agreement, disagreements },
    float: await readFloat({ db, payouts }),
    times,
  }
}

async function readFloat({ db, payouts }: Pick<Deps, 'db' | 'payouts'>) {
  const provider = chooseRail(payouts, 'mpesa')?.name ?? ''
  const [float, queued, pace] = await Promise.all([
    findFloat(db, provider),
    getQueued(db, provider),
    getPace(db),
  ])
  const { pendingKes, sentDayKes } = pace
  const floatKes = float?.availableKes ?? null
  const money = { floatKes, queuedKes: queued.amountKes, sentDayKes }
  return {
    floatKes,
    queuedKes: queued.amountKes,
    pendingKes,
    paceKes: paceOf(pace),
    hoursLeft: forecastFloat(money),
  }
}

import { defaultAssumptions } from '@chuma/contract/admin/economy/project-economy'
import { sampleFigures } from '@chuma/contract/admin/figures'
import { readEconomy } from '@chuma/core/economy'
import type { Db } from '@chuma/db/client'
import { insertJob } from '@chuma/db/queries/jobs'
import { sql } from 'kysely'
import type { Boss, Changes } from './change.ts'

/** Only while a new installation is set up, which `core/admin/set-up/*.test.ts` covers. */
export const SET_UP = [
  'admin.openSetUpLink',
  'admin.createFirstOwner',
  'admin.completeSetUpStep',
  'admin.testPayouts',
  'admin.sendTestMail',
  'admin.finishSetUp',
]

/** Only with an authenticator, as in `core/auth/passkeys/own-passkeys.test.ts`. */
export const PASSKEYS = [
  'admin.startPasskeyLogin',
  'admin.startStepUp',
  'admin.startPasskey',
  'admin.confirmPasskey',
  'admin.removePasskey',
]

async function givenFailedJob(db: Db): Promise<string> {
  await db.transaction().execute((trx) => insertJob(trx, 'query-float', {}))
  const { rows } = await sql<{ id: string }>`
    update pgboss.job set state = 'failed', completed_on = now()
    where name = 'query-float' and state = 'created' returning id
  `.execute(db)
  return rows[0]?.id ?? ''
}

/** A change of the economy, a choice of its preset, a change of the product and a retried job, all successful. */
export function houseChanges(db: Db, boss: Boss): Changes {
  return {
    'admin.setOwnEmail': () => boss({ email: 'boss@example.com' }),
    'admin.setStaffEmail': async () => {
      const { staffId: id } = await db.selectFrom('staff').select('staffId').executeTakeFirstOrThrow()
      return boss({ id, email: `${crypto.randomUUID()}@example.com` })
    },
    'admin.changeEconomy': async () => {
      const { version, record } = await readEconomy(db)
      return boss({ version, changes: { claimDays: record.claimDays + 1 }, reason: 'Because' })
    },
    'admin.chooseEconomyPreset': async () => {
      const { version } = await readEconomy(db)
      const assumptions = { ...defaultAssumptions, payoutSharePercent: 50 + (version % 40) }
      const choice = 'sustainable'
      return boss({ version, choice, assumptions, isConfirmed: true, reason: 'Because' })
    },
    'admin.changeProduct': () =>
      boss({
        name: 'Pesa Poa',
        email: 'habari@pesa.test',
        phone: '0700 000 000',
        address: 'Ngong Road, Nairobi',
        hours: ['Every day'],
        isSignUpOpen: true,
      }),
    'admin.changeFigures': () => boss(sampleFigures),
    'admin.retryJob': async () => boss({ id: await givenFailedJob(db) }),
    'admin.resendMails': () => boss({ since: '2026-11-01T00:00:00Z' }),
  }
}

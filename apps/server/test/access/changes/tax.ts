import { fileTaxMonth } from '@chuma/core/books/tax/file-tax-month'
import { setTaxDetails } from '@chuma/core/books/tax/own-tax'
import { givenTaxedOn } from '@chuma/core/books/testing'
import type { Deps } from '@chuma/core/deps'
import { finance } from '@chuma/core/payouts/testing'
import { findOldestOpenMonth } from '@chuma/db/queries/books/tax-files'
import type { Boss, Changes } from './change.ts'

/** Tax classes, months that are filed and remitted, and PINs that are shown. */
export function taxChanges(deps: Deps, boss: Boss): Changes {
  return {
    'admin.addTaxClasses': () =>
      boss({
        earnings: ['prize'],
        residence: 'resident',
        percent: 5,
        validFrom: '2099-01-01',
        // Of its own: a second request for the same waits already.
        reason: `Finance Act ${++acts}`,
      }),
    'admin.fileTaxMonth': async () => boss({ month: (await givenOpenMonth(deps)).month }),
    'admin.readTaxFile': async () => boss({ month: (await givenFiledMonth(deps)).month }),
    'admin.recordTaxRemittance': async () => {
      const { month } = await givenFiledMonth(deps)
      return boss({ month, amountKes: 100, reference: `PRN-${month}`, paidOn: `${month}-28` })
    },
    'admin.acknowledgeAlarm': async () => {
      const { alarmId } = await deps.db
        .insertInto('alarm')
        .values({ cause: 'night-missed', figures: '{"day":null}', clearedAt: new Date() })
        .returning('alarmId')
        .executeTakeFirstOrThrow()
      return boss({ id: alarmId })
    },
    'admin.showTaxPin': async () => {
      const { member } = await givenOpenMonth(deps)
      await setTaxDetails(deps, member, { pin: 'A123456789B' })
      return boss({ memberId: member.memberId })
    },
  }
}

/** Reads that need a filed month. */
export function taxLooks(deps: Deps): Record<string, () => Promise<object>> {
  return {
    'admin.getTaxCertificateOf': async () => {
      const { month, memberId } = await givenFiledMonth(deps)
      return { memberId, span: month }
    },
  }
}

let acts = 0
let months = 0

/** KES 100 of tax in a month of its own. Earlier months are filed, because months are filed in order. */
async function givenOpenMonth(deps: Deps) {
  for (let open = await findOldestOpenMonth(deps.db); open; open = await findOldestOpenMonth(deps.db)) {
    await fileTaxMonth(deps, finance, { month: open })
  }
  const month = new Date(Date.UTC(2020, months++, 1)).toISOString().slice(0, 7)
  const given = await givenTaxedOn(deps.db, `${month}-15`)
  return { ...given, month }
}

async function givenFiledMonth(deps: Deps) {
  const given = await givenOpenMonth(deps)
  await fileTaxMonth(deps, finance, { month: given.month })
  return given
}

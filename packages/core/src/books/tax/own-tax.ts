import type { ownTax, SetTaxDetailsInput } from '@chuma/contract/books/tax'
import type { Answer } from '@chuma/contract/timestamp'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { getMemberTax, saveMemberTax } from '@chuma/db/queries/books/member-tax'
import { listRatesFor } from '@chuma/db/queries/books/tax-classes'
import { listFiledMonthsOf } from '@chuma/db/queries/books/tax-files'
import { lockWallet } from '@chuma/db/queries/wallet/ledger'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError } from '../../app-error.ts'
import { requireLiveSession } from '../../auth/require-live-session.ts'
import type { SignedInMember } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { isPinLost, maskPin, openPin, sealPin } from './member-pin.ts'

/** Load a member's residence, masked PIN, today's rates and the months they can get a certificate for. */
export async function getOwnTax(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  { memberId }: Pick<SignedInMember, 'memberId'>,
): Promise<Answer<typeof ownTax>> {
  const { residence, pin, pinEnd } = await getMemberTax(db, memberId)
  return {
    residence,
    maskedPin: isPinLost(secrets, pin) ? null : maskPin(pinEnd),
    rates: await listRatesFor(db, residence),
    months: await listFiledMonthsOf(db, memberId),
  }
}

/**
 * Save a member's residence and PIN. Both count for payments that leave from now on: the wallet's lock keeps the tax of a payment that leaves
 * now and this declaration apart.
 */
export async function setTaxDetails(
  deps: Pick<Deps, 'db' | 'secrets'>,
  member: SignedInMember,
  { residence, pin }: SetTaxDetailsInput,
): Promise<Answer<typeof ownTax>> {
  const { memberId } = member
  return deps.db.transaction().execute(async (trx) => {
    await lockWallet(trx, memberId)
    await requireLiveSession(trx, member)
    const before = await getMemberTax(trx, memberId)
    await saveMemberTax(trx, memberId, {
      ...(residence && { residence }),
      ...(pin === null && { pin: null, pinEnd: null }),
      ...(pin && { pin: sealPin(deps.secrets, memberId, pin), pinEnd: pin.slice(-2) }),
    })
    if (residence && residence !== before.residence) {
      await insertAuditEntry(trx, {
        actor: `member:${memberId}`,
        action: 'member.tax-residence',
        subject: `member:${memberId}`,
        before: { residence: before.residence },
        after: { residence },
        address: null,
      })
    }
    return getOwnTax({ ...deps, db: trx }, { memberId })
  })
}

/**
 * For finance and owners, with a second factor: show one payee's PIN. Every call is in the audit log, without the PIN.
 * @throws AppError NOT_FOUND without one, SECRET_LOST
 */
export async function showTaxPin(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  staff: StaffActor,
  { memberId }: { memberId: string },
): Promise<{ pin: string }> {
  return db.transaction().execute(async (trx) => {
    const { pin: stored } = await getMemberTax(trx, memberId)
    if (isPinLost(secrets, stored)) throw new AppError('SECRET_LOST', { what: 'taxPin' })
    const pin = openPin(secrets, memberId, stored)
    if (pin === null) throw new AppError('NOT_FOUND')
    await insertAuditEntry(trx, {
      actor: staff.name,
      action: 'member.tax-pin-shown',
      subject: `member:${memberId}`,
      address: staff.address,
    })
    return { pin }
  })
}

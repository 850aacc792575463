import type {
  AddTaxClassesInput,
  ownTax,
  SetTaxDetailsInput,
  taxCertificate,
  taxClass,
} from '@chuma/contract/books/tax'
import type { Answer } from '@chuma/contract/fields'
import type { Trx } from '@chuma/db/client'
import type { Sealed } from '@chuma/db/column-types'
import { insertAuditEntry, recordAct } from '@chuma/db/queries/admin/audit'
import {
  findMemberTax,
  findPayee,
  getMemberTax,
  insertTaxClass,
  listRatesFor,
  listTaxClasses,
  lockTaxClasses,
  saveMemberTax,
} from '@chuma/db/queries/books/tax'
import { listFiledLinesOf, listFiledMonthsOf } from '@chuma/db/queries/books/tax-files'
import { getBusinessDay } from '@chuma/db/queries/business-day'
import { lockWallet } from '@chuma/db/queries/wallet/ledger'
import { AppError, invalidField } from '../../app-error.ts'
import { passCompanyChange } from '../../approvals/company-changes.ts'
import { orAskAnother } from '../../approvals/or-ask-another.ts'
import { requireLiveSession } from '../../auth/sessions.ts'
import type { SignedInMember, StaffActor } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { isLostWith, type Secrets } from '../../secrets/secrets.ts'

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
    await recordAct(trx, staff, { action: 'member.tax-pin-shown', subject: `member:${memberId}` })
    return { pin }
  })
}

const placeOf = (memberId: string) => ({ table: 'member_tax', column: 'pin', id: memberId })

function sealPin(secrets: Secrets, memberId: string, pin: string): string {
  return secrets.seal(placeOf(memberId), pin)
}

/** Whether the PIN's key is lost. Then its owner counts as someone who gave none, and is asked for it again. */
const isPinLost = (secrets: Secrets, pin: Sealed | null) =>
  pin !== null && isLostWith(secrets, pin as unknown as string)

/** @returns null without a PIN, and for one whose key is lost @throws SecretError */
export function openPin(secrets: Secrets, memberId: string, pin: Sealed | null): string | null {
  if (pin === null || isPinLost(secrets, pin)) return null
  return secrets.open(placeOf(memberId), pin as unknown as string)
}

/** `•••••••••9B`: its owner recognises it. */
const maskPin = (end: string | null): string | null => end && `•••••••••${end}`

/**
 * For owners, always with a second person: a rate for kinds of earnings from a later day on. A class that has begun never changes; one
 * that has not is replaced by another for the same day.
 * @throws AppError APPROVAL_PENDING, INVALID_INPUT for a day that has begun
 */
export async function addTaxClasses(
  deps: Pick<Deps, 'db' | 'accounts' | 'economy'>,
  staff: StaffActor,
  input: AddTaxClassesInput,
): Promise<Answer<typeof taxClass>[]> {
  const { earnings, residence, percent, validFrom, reason } = input
  return orAskAnother(deps, staff, (deps) =>
    deps.db.transaction().execute(async (trx) => {
      await lockTaxClasses(trx)
      if (validFrom <= (await getBusinessDay(trx))) throw invalidField('validFrom', 'TAX_CLASS_BEGUN')
      const inForce = (await listTaxClasses(trx)).filter(
        (row) => row.isInForce && row.residence === residence && earnings.includes(row.earnings),
      )
      const approved = await passCompanyChange(
        { deps, trx, staff },
        {
          kind: 'add-tax-classes',
          subject: 'tax',
          payload: input,
          before: Object.fromEntries(inForce.map((row) => [row.earnings, row.percent])),
          after: { earnings, residence, percent, validFrom },
          reason,
          mustWait: true,
        },
      )
      for (const each of earnings) {
        await insertTaxClass(trx, {
          earnings: each,
          residence,
          percent,
          validFrom,
          reason,
          decidedBy: staff.name,
        })
      }
      await recordAct(trx, staff, {
        action: 'tax.class-added',
        subject: 'tax',
        after: { earnings, residence, percent, validFrom, ...approved },
        reason,
      })
      return listTaxClasses(trx)
    }),
  )
}

type Certificate = Answer<typeof taxCertificate>
type Span = { memberId: string; span: string }

/**
 * Certify the tax withheld from a payee in a filed month, or in the filed months of a year.
 * @throws AppError NOT_FOUND without any
 */
async function certify({ db, secrets }: Pick<Deps, 'db' | 'secrets'>, { memberId, span }: Span) {
  const payee = await findPayee(db, memberId)
  const filed = await listFiledLinesOf(db, memberId, span)
  const [first] = filed
  if (!payee || !first) throw new AppError('NOT_FOUND')
  const lines = filed.map(({ day, withdrawalId, baseKes, percent, taxKes }) => {
    return { day, withdrawalId, baseKes, percent, taxKes }
  })
  const facts = {
    number: `WHT-${span}-${memberId.slice(0, 8).toUpperCase()}`,
    span,
    payee: `${payee.firstName} ${payee.lastName}`,
    pin: openPin(secrets, memberId, payee.pin),
    residence: filed.at(-1)?.residence ?? first.residence,
    lines,
    baseKes: lines.reduce((sum, line) => sum + line.baseKes, 0),
    taxKes: lines.reduce((sum, line) => sum + line.taxKes, 0),
  }
  const [seal] = secrets.hash('tax certificate', JSON.stringify(facts))
  return { ...facts, verification: seal.toString('hex', 0, 12).toUpperCase() }
}

/** Certify a member's own tax, with their PIN. @throws AppError NOT_FOUND */
export const getOwnCertificate = certify

/** The same for staff, with the PIN masked. @throws AppError NOT_FOUND */
export async function getCertificateOf(deps: Pick<Deps, 'db' | 'secrets'>, of: Span): Promise<Certificate> {
  const certificate = await certify(deps, of)
  return { ...certificate, pin: maskPin(certificate.pin?.slice(-2) ?? null) }
}

/** Export what a member declared for tax, with their PIN. Null if they declared nothing. */
export async function exportTaxDetails(
  { trx, secrets }: Pick<Deps, 'secrets'> & { trx: Trx },
  memberId: string,
) {
  const found = await findMemberTax(trx, memberId)
  return found ? { ...found, pin: openPin(secrets, memberId, found.pin) } : null
}

import type { taxCertificate } from '@chuma/contract/books/tax'
import type { Answer } from '@chuma/contract/timestamp'
import { findPayee } from '@chuma/db/queries/books/member-tax'
import { listFiledLinesOf } from '@chuma/db/queries/books/tax-files'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { maskPin, openPin } from './member-pin.ts'

type Certificate = Answer<typeof taxCertificate>
type Span = { memberId: string; span: string }

/**
 * Certify the tax withheld from a payee in a filed month, or in the filed months of a year.
 * @throws AppError NOT_FOUND without any
 */
async function certify(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  { memberId, span }: Span,
): Promise<Certificate> {
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

import { isUuid, SUBJECTS_WITH_ID } from '@chuma/contract/admin/audit-subjects'
import type { Translate } from '../../i18n/i18n.ts'

const KINDS = [
  ...SUBJECTS_WITH_ID,
  'contact-template',
  'webhook',
  'staff',
  'key',
  'payout-queue',
  'bank-batch',
  'automatic-payout',
  'day',
  'days',
  'economy',
  'quiz',
  'database',
] as const

/** Name what an entry is about: `staff:amina` becomes "Staff account amina". Ids say nothing to people and are left out. */
export function nameSubject(t: Translate, subject: string): string {
  const [kind = '', ...rest] = subject.split(':')
  const known = KINDS.find((each) => each === kind)
  const name = rest.join(':')
  if (!known) return subject
  return name === '' || isUuid(name) ? t(`auditSubject.${known}`) : `${t(`auditSubject.${known}`)} ${name}`
}

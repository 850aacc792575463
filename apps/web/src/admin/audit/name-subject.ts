import type { Translate } from '../../i18n/i18n.ts'

const KINDS = [
  'withdrawal',
  'proof',
  'claim',
  'partner',
  'partner-event',
  'premium-payment',
  'difference',
  'survey',
  'task',
  'question',
  'contact',
  'contact-template',
  'job',
  'webhook',
  'staff',
  'key',
  'payout-queue',
  'day',
  'days',
  'member',
  'economy',
  'quiz',
  'database',
] as const

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Name what an entry is about: `staff:amina` becomes "Staff account amina". Ids say nothing to people and are left out. */
export function nameSubject(t: Translate, subject: string): string {
  const [kind = '', ...rest] = subject.split(':')
  const known = KINDS.find((each) => each === kind)
  const name = rest.join(':')
  if (!known) return subject
  return name === '' || UUID.test(name) ? t(`auditSubject.${known}`) : `${t(`auditSubject.${known}`)} ${name}`
}

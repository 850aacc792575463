import { isUuid, SUBJECTS_WITH_ID } from '@chuma/contract/admin/approval-kinds'
import { formatKes, formatUsdCents } from '@chuma/contract/format-money'
import { VisuallyHidden } from '@mantine/core'
import { formatDateTime } from '../../i18n/format-date.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import { ECONOMY_FIELDS } from '../economy/field-groups.ts'
import classes from './audit.module.css'

/** What a change does, part by part: before → after. */
export function Differences({ before, after }: { before: unknown; after: unknown }) {
  const t = useT()
  const differences = listDifferences(t, before, after)
  if (differences.length === 0) return null
  return (
    <ul className={classes.differences} aria-label={t('word.whatChanged')}>
      {differences.map((part) => (
        <li key={part.name}>
          <span className={blocks.quiet}>{part.name}: </span>
          {part.before !== null && (
            <>
              <del>{part.before}</del>
              <VisuallyHidden> {t('word.becomes')} </VisuallyHidden>
              <span aria-hidden> → </span>
            </>
          )}
          <ins>{part.after ?? t('audit.nothing')}</ins>
        </li>
      ))}
    </ul>
  )
}

type Difference = { name: string; before: string | null; after: string | null }

/** List what changed, part by part, with labels and values in words. Unchanged parts are left out. */
export function listDifferences(t: Translate, before: unknown, after: unknown): Difference[] {
  const [was, is] = [parts(before), parts(after)]
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .map((path) => ({
      name: path
        .split('.')
        .map((key) => nameField(t, key))
        .join(': '),
      before: write(t, path, was[path]),
      after: write(t, path, is[path]),
    }))
    .filter((part) => part.before !== part.after)
}

/** Flatten what is nested, so that only the parts that differ are shown. */
function parts(value: unknown, path = ''): Record<string, unknown> {
  if (value === null || value === undefined) return {}
  if (typeof value !== 'object' || Array.isArray(value)) return { [path || 'value']: value }
  return Object.assign(
    {},
    ...Object.entries(value).map(([key, inner]) => parts(inner, path ? `${path}.${key}` : key)),
  )
}

function nameField(t: Translate, key: string): string {
  const known = FIELDS.find((each) => each === key)
  if (known) return t(`changeField.${known}`)
  const economy = ECONOMY_FIELDS.find((each) => each === key)
  return economy ? t(`economyField.${economy}`) : toWords(key)
}

function write(t: Translate, path: string, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (Array.isArray(value)) return value.map((each) => write(t, path, each)).join('; ') || null
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([key, inner]) => `${nameField(t, key)}: ${write(t, key, inner) ?? t('audit.nothing')}`)
      .join(', ')
  }
  const key = path.split('.').at(-1) ?? path
  if (typeof value === 'boolean') return t(value ? 'economy.yes' : 'economy.no')
  if (typeof value === 'number') return writeNumber(key, value)
  return writeText(t, key, String(value))
}

function writeNumber(key: string, value: number): string {
  if (/kesCents$/i.test(key)) return formatKes(value / 100)
  if (/cents$/i.test(key)) return formatUsdCents(value)
  return /Kes$/.test(key) ? formatKes(value) : NUMBER.format(value)
}

const NUMBER = new Intl.NumberFormat('en-KE', { maximumFractionDigits: 6 })
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/
/** A word of ours, such as `needs_review` or `dailyLogin`, and no text that someone wrote. */
const CODE = /^[a-z]+\d*(?:[A-Z_:-][a-zA-Z\d]+)+$/

function writeText(t: Translate, key: string, text: string): string {
  const status = key === 'status' && STATUSES.find((each) => each === text)
  if (status) return t(`withdrawal.${status}`)
  if (isUuid(text)) return `${text.slice(0, 8)}…`
  if (INSTANT.test(text)) return formatDateTime(text)
  return CODE.test(text) ? toWords(text) : text
}

const STATUSES = ['pending', 'approved', 'paid', 'rejected'] as const

/** Turn `dailyLoginPoints` into "Daily login points". */
function toWords(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, (_, end, start) => `${end} ${start.toLowerCase()}`)
    .replaceAll(/[_:-]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The parts of changes that have a label of their own; rates and limits have the one of their page. */
const FIELDS = [
  'adminNotes',
  'amountCents',
  'category',
  'cause',
  'cents',
  'chargeKesCents',
  'country',
  'day',
  'days',
  'debtPoints',
  'description',
  'duration',
  'earnings',
  'endsAt',
  'expiresInDays',
  'externalUrl',
  'isActive',
  'isDisabled',
  'isSecretNew',
  'isTripped',
  'kesCents',
  'kind',
  'lastClosed',
  'members',
  'name',
  'networks',
  'number',
  'openCents',
  'organisationId',
  'partnerId',
  'payoutState',
  'percent',
  'permissions',
  'personId',
  'points',
  'preset',
  'priceCents',
  'questions',
  'quota',
  'rate',
  'reason',
  'receipt',
  'reference',
  'reportedReceipt',
  'residence',
  'reward',
  'role',
  'rows',
  'scheme',
  'screenOutPoints',
  'seq',
  'startsAt',
  'state',
  'status',
  'title',
  'totalCents',
  'totalEarnings',
  'totalKes',
  'trippedBy',
  'validFrom',
  'version',
] as const

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

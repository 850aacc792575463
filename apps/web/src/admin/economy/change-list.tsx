import { economy } from '@chuma/contract/admin/economy/economy'
import type { EconomyField } from '@chuma/contract/admin/economy/economy-defaults'
import { Stack, Textarea, VisuallyHidden } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { formatBusinessDay } from '../../i18n/format-date.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx'
import classes from './economy.module.css'
import { FIELD_GROUPS } from './field-groups.ts'

type Change = { field: string; before: unknown; after: unknown }

const FIELDS: readonly string[] = FIELD_GROUPS.flatMap(({ fields }) => [...fields])
const isField = (name: string): name is EconomyField => FIELDS.includes(name)

/** The changed fields with their values. Fields that no longer exist keep their stored name. */
export function ChangeList({ label, changes }: { label: string; changes: readonly Change[] }) {
  const t = useT()
  return (
    <ul className={blocks.list} aria-label={label}>
      {changes.map(({ field, before, after }) => (
        <li key={field} className={classes.change}>
          <strong>{isField(field) ? t(`economyField.${field}`) : field}</strong>
          <span className={classes.values}>
            <del>{formatField(t, before)}</del>
            <VisuallyHidden>{t('economy.becomes')}</VisuallyHidden>
            <span aria-hidden>→</span>
            <ins>{formatField(t, after)}</ins>
          </span>
        </li>
      ))}
    </ul>
  )
}

const number = new Intl.NumberFormat('en-KE', { maximumFractionDigits: 2 })
const { adPoints: range, spinTable: wheel, extraHolidays: days } = economy.shape

/** A field's value as one line of text. A value of an older version may have another shape and is shown unchanged. */
function formatField(t: Translate, value: unknown): string {
  if (typeof value === 'boolean') return t(value ? 'economy.yes' : 'economy.no')
  if (typeof value === 'number') return number.format(value)
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.length === 0) return t('economy.nothing')
  const listed = days.safeParse(value).data
  if (listed) return listed.map(formatBusinessDay).join('; ')
  const bounds = range.safeParse(value).data
  if (bounds) return t('economy.range', { min: number.format(bounds.min), max: number.format(bounds.max) })
  const rows = wheel.safeParse(value).data
  return rows ? rows.map((row) => t('economy.wheelRow', row)).join('; ') : JSON.stringify(value)
}

type Props<Values> = {
  form: UseFormReturnType<Values>
  submitLabel: string
  isSaving: boolean
  onSave: (values: Values) => void
  onCancel: () => void
  /** What the change does, above the reason. */
  children: ReactNode
}

/** The end of every dialog that changes the economy: why, then cancel or save. */
export function ReasonForm<Values extends { reason: string }>(props: Props<Values>) {
  const { form, submitLabel, isSaving, onSave, onCancel, children } = props
  const t = useT()
  return (
    <form noValidate onSubmit={form.onSubmit(onSave)}>
      <Stack>
        {children}
        <Textarea
          label={t('economy.reason')}
          description={t('economy.reasonHint')}
          maxLength={500}
          rows={3}
          {...form.getInputProps('reason')}
        />
        <DialogButtons action={submitLabel} isPending={isSaving} onCancel={onCancel} />
      </Stack>
    </form>
  )
}

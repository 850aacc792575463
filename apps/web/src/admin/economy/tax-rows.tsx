import { ActionIcon, Button, NumberInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import { DayField } from '../../ui/forms/day-field.tsx'
import classes from './economy.module.css'
import type { FieldProps } from './field-props.ts'

type Row = { from: string; percent: number | string }

export function TaxRows({ field, editing, isReadOnly }: FieldProps) {
  const t = useT()
  const rows = editing.draft[field] as Row[]
  const replace = (index: number, change: Partial<Row>) =>
    editing.set(
      field,
      rows.map((row, at) => (at === index ? { ...row, ...change } : row)),
    )
  return (
    <fieldset className={classes.rows}>
      <legend className={classes.legend}>{t(`economyField.${field}`)}</legend>
      <p className={blocks.quiet}>{t(`economyHelp.${field}`)}</p>
      {rows.length === 0 && <p className={blocks.flush}>{t('economy.noRows')}</p>}
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id and keep their order
        <div key={index} className={classes.editRow}>
          <DayField
            label={t('economy.rowFrom', { row: index + 1 })}
            error={editing.errors[`${field}.${index}.from`]}
            readOnly={isReadOnly}
            value={row.from}
            onChange={(event) => replace(index, { from: event.currentTarget.value })}
          />
          <NumberInput
            label={t('economy.rowPercent', { row: index + 1 })}
            error={editing.errors[`${field}.${index}.percent`]}
            readOnly={isReadOnly}
            hideControls
            decimalScale={2}
            value={row.percent}
            onChange={(percent) => replace(index, { percent })}
          />
          {!isReadOnly && (
            <ActionIcon
              variant="subtle"
              color="red"
              size={44}
              aria-label={t('economy.removeRow', { row: index + 1 })}
              onClick={() =>
                editing.set(
                  field,
                  rows.filter((_, at) => at !== index),
                )
              }
            >
              <IconTrash aria-hidden size={20} />
            </ActionIcon>
          )}
        </div>
      ))}
      {editing.errors[field] && (
        <p role="alert" className={classes.bad}>
          {editing.errors[field]}
        </p>
      )}
      {!isReadOnly && (
        <div>
          <Button variant="default" onClick={() => editing.set(field, [...rows, { from: '', percent: 5 }])}>
            {t('economy.addRow')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

import { ActionIcon, Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import { NumberInput } from '../../ui/forms/number-input.tsx'
import classes from './economy.module.css'
import type { FieldProps } from './field-props.ts'

type Row = { points: number | string; weight: number | string }

export function WheelRows({ field, editing, isReadOnly }: FieldProps) {
  const t = useT()
  const rows = editing.draft[field] as Row[]
  const total = rows.reduce((sum, { weight }) => sum + (Number(weight) || 0), 0)
  const replace = (index: number, change: Partial<Row>) =>
    editing.set(
      field,
      rows.map((row, at) => (at === index ? { ...row, ...change } : row)),
    )
  return (
    <fieldset className={classes.rows}>
      <legend className={classes.legend}>{t(`economyField.${field}`)}</legend>
      <p className={blocks.quiet}>{t(`economyHelp.${field}`)}</p>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id and keep their order
        <div key={index} className={classes.editRow}>
          <NumberInput
            label={t('economy.rowPoints', { row: index + 1 })}
            error={editing.errors[`${field}.${index}.points`]}
            readOnly={isReadOnly}
            allowDecimal={false}
            value={row.points}
            onChange={(points) => replace(index, { points })}
          />
          <NumberInput
            label={t('economy.rowWeight', { row: index + 1 })}
            error={editing.errors[`${field}.${index}.weight`]}
            readOnly={isReadOnly}
            allowDecimal={false}
            value={row.weight}
            onChange={(weight) => replace(index, { weight })}
          />
          <span className={classes.share}>
            {t('economy.rowShare', {
              share: total > 0 ? Math.round((Number(row.weight) / total) * 1000) / 10 : 0,
            })}
          </span>
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
          <Button variant="default" onClick={() => editing.set(field, [...rows, { points: 0, weight: 1 }])}>
            {t('economy.addRow')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

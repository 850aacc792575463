import type { Economy } from '@chuma/contract/admin/economy/economy'
import type { EconomyField } from '@chuma/contract/admin/economy/economy-defaults'
import {
  type DailyTasks,
  type ForecastMonth,
  forecastEconomy,
} from '@chuma/contract/admin/economy/project-economy'
import { formatKes } from '@chuma/contract/format-money'
import { AUTOMATIC_MODES } from '@chuma/contract/payouts/automatic-payouts'
import { ActionIcon, Button, NativeSelect, SegmentedControl, Switch, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import { NumberInput } from '../../ui/forms/number-input.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Skeletons } from '../../ui/states/states.tsx'
import classes from './economy.module.css'
import { controlOf } from './field-groups.ts'
import type { Editing } from './preview-dialog.tsx'

/** The input for a field's type. */
export function EconomyInput(props: FieldProps) {
  switch (controlOf(props.field)) {
    case 'whole':
      return <NumberField {...props} isWhole />
    case 'decimal':
      return <NumberField {...props} />
    case 'switch':
      return <SwitchField {...props} />
    case 'range':
      return <RangeField {...props} />
    case 'text':
      return <TextField {...props} />
    case 'days':
      return <DaysField {...props} />
    case 'mode':
      return <ModeField {...props} />
    case 'wheel':
      return <WheelRows {...props} />
  }
}

function useField({ field, editing, isReadOnly }: FieldProps) {
  const t = useT()
  return {
    label: t(`economyField.${field}`),
    description: t(`economyHelp.${field}`),
    error: editing.errors[field],
    readOnly: isReadOnly,
  }
}

function NumberField({ isWhole = false, ...props }: FieldProps & { isWhole?: boolean }) {
  const { field, editing } = props
  return (
    <NumberInput
      {...useField(props)}
      thousandSeparator=","
      allowDecimal={!isWhole}
      value={asNumber(editing.draft[field])}
      onChange={(value) => editing.set(field, value)}
    />
  )
}

function TextField(props: FieldProps) {
  const { field, editing } = props
  return (
    <TextInput
      {...useField(props)}
      value={String(editing.draft[field])}
      onChange={(event) => editing.set(field, event.currentTarget.value)}
    />
  )
}

/** Days with a space between them. An unfinished one stays in the draft as it is typed. */
function DaysField(props: FieldProps) {
  const { field, editing } = props
  const wrong = Object.entries(editing.errors).find(([path]) => path.startsWith(`${field}.`))?.[1]
  return (
    <TextInput
      {...useField(props)}
      error={editing.errors[field] ?? wrong}
      placeholder="2027-03-10 2027-05-17"
      value={(editing.draft[field] as string[]).join(' ')}
      onChange={({ currentTarget: { value } }) =>
        editing.set(field, value === '' ? [] : value.split(/[\s,]/))
      }
    />
  )
}

function ModeField(props: FieldProps) {
  const t = useT()
  const { field, editing, isReadOnly } = props
  const { label, description, error } = useField(props)
  return (
    <NativeSelect
      label={label}
      description={description}
      error={error}
      disabled={isReadOnly}
      data={AUTOMATIC_MODES.map((mode) => ({ value: mode, label: t(`automaticMode.${mode}`) }))}
      value={String(editing.draft[field])}
      onChange={(event) => editing.set(field, event.currentTarget.value)}
    />
  )
}

function SwitchField(props: FieldProps) {
  const { field, editing, isReadOnly } = props
  const { label, description } = useField(props)
  return (
    <Switch
      label={label}
      description={description}
      disabled={isReadOnly}
      className={classes.switch ?? ''}
      checked={editing.draft[field] === true}
      onChange={(event) => editing.set(field, event.currentTarget.checked)}
    />
  )
}

function RangeField(props: FieldProps) {
  const t = useT()
  const { field, editing } = props
  const { label, description, readOnly } = useField(props)
  const { min, max } = editing.draft[field] as { min: number | string; max: number | string }
  const ends = [
    ['min', 'economy.least', min],
    ['max', 'economy.most', max],
  ] as const
  return (
    <div className={classes.pair}>
      {ends.map(([end, name, value]) => (
        <NumberInput
          key={end}
          label={t(name, { field: label })}
          description={description}
          error={editing.errors[`${field}.${end}`]}
          readOnly={readOnly}
          allowDecimal={false}
          value={value}
          onChange={(changed) => editing.set(field, { min, max, [end]: changed })}
        />
      ))}
    </div>
  )
}

const asNumber = (value: unknown) => (typeof value === 'number' || typeof value === 'string' ? value : '')

type Row = { points: number | string; weight: number | string }

function WheelRows({ field, editing, isReadOnly }: FieldProps) {
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

type FieldProps = { field: EconomyField; editing: Editing; isReadOnly: boolean }

// The chart is larger than the rest of the page together.
const ForecastChart = lazy(async () => ({ default: (await import('./charts.tsx')).ForecastChart }))

type Props = { record: Economy; tasks: DailyTasks; owedPoints: number }

const MAX_MEMBERS = 100_000_000
const FIELDS = [
  ['freeMembers', 'economy.freeMembers', MAX_MEMBERS],
  ['premiumMembers', 'economy.premiumMembers', MAX_MEMBERS],
  ['freeActivePercent', 'economy.freeActive', 100],
  ['premiumActivePercent', 'economy.premiumActive', 100],
  ['withdrawnPercent', 'economy.withdrawn', 100],
] as const

const START = {
  freeMembers: 1000,
  premiumMembers: 100,
  freeActivePercent: 20,
  premiumActivePercent: 60,
  withdrawnPercent: 50,
}

export function ForecastSection({ record, tasks, owedPoints }: Props) {
  const t = useT()
  const [terms, setTerms] = useState(START)
  const [shown, setShown] = useState('chart')
  const months = forecastEconomy(record, tasks, { ...terms, startingPoints: owedPoints })
  return (
    <Section title={t('economy.forecast')} text={t('economy.forecastText')}>
      <div className={classes.fields}>
        {FIELDS.map(([name, label, max]) => (
          <NumberInput
            key={name}
            label={t(label)}
            thousandSeparator=","
            allowNegative={false}
            allowDecimal={false}
            value={terms[name]}
            onChange={(value) => setTerms({ ...terms, [name]: Math.min(max, Number(value) || 0) })}
          />
        ))}
      </div>
      <SegmentedControl
        aria-label={t('economy.show')}
        className={classes.choice ?? ''}
        value={shown}
        onChange={setShown}
        data={[
          { value: 'chart', label: t('economy.chart') },
          { value: 'table', label: t('economy.table') },
        ]}
      />
      {shown === 'chart' ? (
        <Suspense fallback={<Skeletons count={1} height={320} />}>
          <ForecastChart months={months} />
        </Suspense>
      ) : (
        <ForecastTable months={months} />
      )}
    </Section>
  )
}

const COLUMNS = [
  ['economy.income', 'income'],
  ['economy.cost', 'cost'],
  ['economy.result', 'result'],
  ['economy.paidOut', 'paidOut'],
  ['economy.owedAtEnd', 'owed'],
] as const

function ForecastTable({ months }: { months: ForecastMonth[] }) {
  const t = useT()
  return (
    <section
      className={blocks.scroll}
      aria-label={t('economy.table')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
      tabIndex={0}
    >
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('word.month')}</th>
            {COLUMNS.map(([label, name]) => (
              <th key={name} scope="col">
                {t(label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.map((month) => (
            <tr key={month.month}>
              <th scope="row">{month.month}</th>
              {COLUMNS.map(([, name]) => (
                <td key={name}>{formatKes(Math.round(month[name]))}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

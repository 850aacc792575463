import { AUTOMATIC_MODES } from '@chuma/contract/payouts/automatic-payouts'
import { NativeSelect, Switch, TextInput } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'
import { NumberInput } from '../../ui/forms/number-input.tsx'
import classes from './economy.module.css'
import { controlOf } from './field-groups.ts'
import type { FieldProps } from './field-props.ts'
import { WheelRows } from './wheel-rows.tsx'

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

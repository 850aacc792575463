import { NativeSelect } from '@mantine/core'
import { useT } from '../i18n/use-t.ts'

type Props<Value extends string> = {
  label?: string
  /** What all of them are called. */
  all?: string
  values: readonly Value[]
  describe: (value: Value) => string
  /** Undefined shows all. */
  value: Value | undefined
  onChange: (value: Value | undefined) => void
}

/** One value of a list, or all. */
export function FilterSelect<Value extends string>(props: Props<Value>) {
  const { label, all, values, describe, value, onChange } = props
  const t = useT()
  return (
    <NativeSelect
      label={label ?? t('desk.filter')}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(values.find((each) => each === currentTarget.value))}
      data={[
        { value: '', label: all ?? t('desk.all') },
        ...values.map((each) => ({ value: each, label: describe(each) })),
      ]}
    />
  )
}

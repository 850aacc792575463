import { TextInput, type TextInputProps } from '@mantine/core'

/** The one way to choose a day: the device's own calendar, which knows the reader's language. Holds `2026-11-21`. */
export function DayField(props: Omit<TextInputProps, 'type'>) {
  return <TextInput type="date" {...props} />
}

import { VisuallyHidden } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { createElement } from 'react'

type Wrong<Values> = {
  names: readonly (keyof Values & string)[]
  /** The text of the toast, repeated at the field, because the toast is gone when a screen reader gets there. */
  message: string
}

/** Mark fields as invalid and focus the first. */
export function markFields<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  { names, message }: Wrong<Values>,
): void {
  const error = createElement(VisuallyHidden, null, message)
  form.setErrors(Object.fromEntries(names.map((name) => [name, error])))
  const [first] = names
  if (first) form.getInputNode(first)?.focus()
}

import { VisuallyHidden } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { createElement } from 'react'

type Wrong<Values> = {
  names: readonly (keyof Values & string)[]
  /** What a toast says of them: it is gone when a screen reader comes to the field. */
  message: string
}

/** Marks fields as wrong and puts the cursor into the first of them. */
export function markFields<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  { names, message }: Wrong<Values>,
): void {
  const error = createElement(VisuallyHidden, null, message)
  form.setErrors(Object.fromEntries(names.map((name) => [name, error])))
  const [first] = names
  if (first) form.getInputNode(first)?.focus()
}

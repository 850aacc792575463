import type { UseFormReturnType } from '@mantine/form'

type Wrong<Values> = {
  names: readonly (keyof Values & string)[]
  /** The text of the toast. It stays at the field until that is changed; the toast is soon gone. */
  message: string
}

/** Mark fields as invalid and focus the first. */
export function markFields<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  { names, message }: Wrong<Values>,
): void {
  form.setErrors(Object.fromEntries(names.map((name) => [name, message])))
  const [first] = names
  if (first) form.getInputNode(first)?.focus()
}

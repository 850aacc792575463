import type { UseFormReturnType } from '@mantine/form'

/** Marks fields as wrong without a text of their own (a toast says it) and puts the cursor into the first of them. */
export function markFields<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  names: readonly (keyof Values & string)[],
): void {
  form.setErrors(Object.fromEntries(names.map((name) => [name, true])))
  const [first] = names
  if (first) form.getInputNode(first)?.focus()
}

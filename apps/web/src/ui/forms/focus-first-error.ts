import type { UseFormReturnType } from '@mantine/form'

/** For `form.onSubmit`: puts the cursor into the first field that is wrong. */
export function focusFirstError<Values extends Record<string, unknown>>(form: UseFormReturnType<Values>) {
  return (errors: object) => {
    const [first] = Object.keys(errors)
    if (first) form.getInputNode(first)?.focus()
  }
}

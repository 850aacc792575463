import type { UseFormReturnType } from '@mantine/form'

/** Focus the first invalid field, in `form.onSubmit`. */
export function focusFirstError<Values extends Record<string, unknown>>(form: UseFormReturnType<Values>) {
  return (errors: object) => {
    const [first] = Object.keys(errors)
    if (first) form.getInputNode(first)?.focus()
  }
}

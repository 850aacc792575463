import type { UseFormReturnType } from '@mantine/form'
import { fieldErrorsOf } from '../../trpc.ts'

/** A refused field and why, as the form names the field and words the reason. */
export type PlaceRefusal = (refusal: readonly [path: string, message: string]) => readonly [string, string]

/** The form's fields are all in one part of the call: `mapping.date` is `date`. */
export const inside =
  (part: string): PlaceRefusal =>
  ([path, message]) => [path.startsWith(`${part}.`) ? path.slice(part.length + 1) : path, message]

/**
 * Show the server's field errors at their fields, and focus the first. Returns whether there were any: a refusal of a field
 * that the form does not have needs a toast.
 */
export function showFieldErrors<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  error: unknown,
  place: PlaceRefusal = (refusal) => refusal,
): boolean {
  const refused = Object.entries(fieldErrorsOf(error))
    .flatMap(([path, message]) => (message ? [place([path, message])] : []))
    .filter(([field]) => (field.split('.')[0] ?? '') in form.getValues())
  const [first] = refused
  if (!first) return false
  form.setErrors(Object.fromEntries(refused))
  form.getInputNode(first[0])?.focus()
  return true
}

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

/** Focus the first invalid field, in `form.onSubmit`. */
export function focusFirstError<Values extends Record<string, unknown>>(form: UseFormReturnType<Values>) {
  return (errors: object) => {
    const [first] = Object.keys(errors)
    if (first) form.getInputNode(first)?.focus()
  }
}

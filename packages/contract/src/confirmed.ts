import type * as z from 'zod'
import { refuse } from './problems.ts'

type Confirmed<Field extends string> = Record<Field | 'confirmPassword', string>

/** Require a new password twice. Checked even if other fields are wrong, so that a form shows all problems at once. */
export function confirmed<Field extends string, Input extends Confirmed<Field>, Raw>(
  input: z.ZodType<Input, Raw>,
  field: Field,
) {
  return input.refine((entered) => entered[field] === entered.confirmPassword, {
    path: ['confirmPassword'],
    ...refuse('PASSWORDS_DIFFER'),
    when: ({ value }) => typeof value === 'object' && value !== null,
  })
}

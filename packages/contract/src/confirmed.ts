import type * as z from 'zod'

type Confirmed<Field extends string> = Record<Field | 'confirmPassword', string>

/** Whoever sets a password types it twice. Checked also while other fields are wrong, so that a form says all at once. */
export function confirmed<Field extends string, Input extends Confirmed<Field>, Raw>(
  input: z.ZodType<Input, Raw>,
  field: Field,
) {
  return input.refine((entered) => entered[field] === entered.confirmPassword, {
    path: ['confirmPassword'],
    message: 'Passwords do not match',
    when: ({ value }) => typeof value === 'object' && value !== null,
  })
}

import type { Place } from '../../secrets/create-secrets.ts'

/** Where the secret of a second factor is stored. */
export const placeOfFactor = (staffId: string): Place => ({
  table: 'staff_second_factor',
  column: 'secret',
  id: staffId,
})

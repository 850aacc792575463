import type { StoredDestination } from '@chuma/db/queries/wallet/destinations'
import type { Deps } from '../../deps.ts'
import { isSecretLost } from '../../secrets/create-secrets.ts'
import { placeOfDestination } from './name-destination.ts'
import { hashDestination } from './normalise-destination.ts'

/** `value`: null if it cannot be opened. `hashes`: with every key, because others may have named it under another. */
export type OpenDestination<Row extends StoredDestination> = Omit<Row, 'value'> & {
  value: string | null
  hashes: readonly Buffer[]
}

/** Open a destination to show or compare it. One that cannot be opened keeps the hash it is stored with, and is reported, unless its key is known to be lost. */
export function openDestination<Row extends StoredDestination>(
  { secrets, reportFailure }: Pick<Deps, 'secrets' | 'reportFailure'>,
  row: Row,
): OpenDestination<Row> {
  const { memberId, method, destinationHash } = row
  try {
    const value = secrets.open(placeOfDestination(memberId), row.value)
    return { ...row, value, hashes: hashDestination(secrets, { method, value }) }
  } catch (error) {
    if (!isSecretLost(error))
      reportFailure(error, `a payout destination of member ${memberId} cannot be opened`)
    return { ...row, value: null, hashes: [destinationHash] }
  }
}

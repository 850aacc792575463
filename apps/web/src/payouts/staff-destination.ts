import type { ShownPayoutDetails } from '@chuma/contract/payouts/destinations'

type Details = Pick<
  ShownPayoutDetails,
  'mpesaNumber' | 'bankName' | 'accountNumber' | 'accountName' | 'paypalEmail'
>

/** Where staff pay to, as the server gives it: masked in a list, in full once somebody asked. */
export function staffDestination(details: Details): string {
  const { mpesaNumber, bankName, accountNumber, accountName, paypalEmail } = details
  return [mpesaNumber && `+${mpesaNumber}`, bankName, accountNumber, accountName, paypalEmail]
    .filter(Boolean)
    .join(', ')
}

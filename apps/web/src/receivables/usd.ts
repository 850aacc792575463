import { formatUsd } from '@chuma/contract/format-money'

export const usd = (cents: number) => formatUsd(cents / 100)

/** Cents of a typed amount; NaN if it is none. */
export const toCents = (amount: number | string) =>
  amount === '' ? Number.NaN : Math.round(Number(amount) * 100)

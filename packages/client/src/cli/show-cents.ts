const money = new Intl.NumberFormat('en-KE', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Write cents of any currency as an amount. */
export function showCents(cents: number): string {
  return money.format(cents / 100)
}

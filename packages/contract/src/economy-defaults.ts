/**
 * The numbers a new database starts with. After that the economy record in the database is the only truth:
 * read it through `deps.economy()` on the server and `wallet.getTerms` in the browser.
 *
 * Money: a point is an integer; KES amounts are whole shillings; USD amounts have two decimals.
 */
export const defaultEconomy = {
  timeZone: 'Africa/Nairobi',
  /** What one point is worth in wallet areas and in a withdrawal. */
  kesPerPoint: 1000,
  /** The profile's second reading of the same (docs/decisions/0001). */
  profileKesPerPoint: 100,
  minWithdrawalPoints: 1,
  /** The dashboard dialog's own minimum (docs/decisions/0001). */
  dialogMinWithdrawalPoints: 100,
  /** An offer's payout in USD times this, rounded half up and at least 1, is what a member gets. */
  pointsPerUsd: 1,
  /** Shows the operator his margin; no member amount depends on it. */
  kesPerUsd: 129,
  /** Safaricom's bounds for one B2C payment. */
  mpesaMinKes: 10,
  mpesaMaxKes: 250_000,
} as const

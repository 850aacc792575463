/** Format as `21 Nov 2026, 14:05`, for the browser and for the server. */
export function formatMoment(moment: string | Date, locale: string, timeZone: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(
    new Date(moment),
  )
}

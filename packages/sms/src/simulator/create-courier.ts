import type { Report } from './behaviours.ts'

export type Parcel = Report & { id: string; phoneNumber: string }

/** Posts delivery reports as the provider does, one after the other; none without an address. */
export function createCourier(reportUrl: () => string | undefined) {
  const held: Parcel[] = []
  const statuses: (number | 'failed')[] = []
  let underway = Promise.resolve()

  async function post({ id, phoneNumber, status, failureReason }: Parcel): Promise<void> {
    const url = reportUrl()
    if (url === undefined) return
    const body = new URLSearchParams({ id, status, phoneNumber, networkCode: '63902', retryCount: '0' })
    if (failureReason) body.set('failureReason', failureReason)
    try {
      statuses.push((await fetch(url, { method: 'POST', body, headers: { connection: 'close' } })).status)
    } catch {
      statuses.push('failed')
    }
  }

  async function postAll(parcels: readonly Parcel[]): Promise<void> {
    for (const parcel of parcels) await post(parcel)
  }

  return {
    post: postAll,
    schedule(parcels: readonly Parcel[]): void {
      underway = underway.then(() => postAll(parcels))
    },
    hold: (parcels: readonly Parcel[]) => void held.push(...parcels),
    /** Post what is held. */
    deliver: () => postAll(held.splice(0)),
    /** What the product answered, in order. */
    statuses: () => [...statuses],
    idle: () => underway,
  }
}

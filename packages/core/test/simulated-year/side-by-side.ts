import { isDatabaseBusy } from '@chuma/db/client'

const AT_ONCE = 8

/** Do the same with each item, several at once. What a busy database refuses is left to the next time, as people leave it. */
export async function side<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const left = items.values()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const item of left) {
        await work(item).catch((error) => {
          if (!isDatabaseBusy(error)) throw error
        })
      }
    }),
  )
}
